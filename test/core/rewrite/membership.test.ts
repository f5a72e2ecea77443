import { describe, expect, it } from 'vitest';
import { aVaultOf, moved } from './support.ts';

const moc = (domain: string, items: string, updated = '2026-01-01'): string =>
  `---\ntipo: moc\natualizado: ${updated}\n---\n\n# ${domain}\n\n## Notas\n\n${items}\n\n## Relacionados\n\n- [[i]]\n`;
const TODAY = '2026-09-01';

const VAULT = {
  '02-wiki/docker/docker-moc.md': moc('Docker', '- [[x]] — why layers\n- [[other]]'),
  '02-wiki/docker/x.md': '---\ntipo: wiki\n---\n\n# X\n',
  '02-wiki/docker/other.md': '',
  '02-wiki/k8s/k8s-moc.md': moc('K8s', '_nada ainda_'),
  '00-index/index-knowledge.md':
    '---\ntipo: moc\natualizado: 2026-01-01\n---\n\n## Domínios\n\n- [[../02-wiki/docker/docker-moc|docker]] — D\n',
  '04-daily/2026-01-01.md': '---\ntipo: daily\n---\n\n## Capturas\n\n- 10:00 [[x]] (adr) and [[02-wiki/docker/x]]\n',
};

describe('a note that changes its domain', () => {
  it('takes its entry and its summary along; links in days follow, nothing else', async () => {
    const vault = await aVaultOf(VAULT);
    const outcome = await vault.move('02-wiki/docker/x.md', '02-wiki/k8s/pods.md');
    expect(outcome).toMatchObject({
      facts: { lists: ['02-wiki/docker/docker-moc.md', '02-wiki/k8s/k8s-moc.md'] },
      warnings: [],
    });
    expect(await vault.text('02-wiki/docker/docker-moc.md')).toBe(moc('Docker', '- [[other]]', TODAY));
    expect(await vault.text('02-wiki/k8s/k8s-moc.md')).toBe(moc('K8s', '- [[pods]] — why layers', TODAY));
    expect(await vault.text('04-daily/2026-01-01.md')).toBe(
      '---\ntipo: daily\n---\n\n## Capturas\n\n- 10:00 [[pods]] (adr) and [[02-wiki/k8s/pods]]\n',
    );
    expect(await vault.text('00-index/index-knowledge.md')).toBe(VAULT['00-index/index-knowledge.md']);
    expect(vault.history.commits[0]?.subject).toBe('mover 02-wiki/docker/x.md para 02-wiki/k8s/pods.md');
    await vault.undo();
    expect(await vault.files()).toEqual(VAULT);
  });

  it('is found in the map by where its link leads, not by its text (8.2)', async () => {
    const files = {
      ...VAULT,
      '02-wiki/docker/docker-moc.md': moc('Docker', '- [[03-projects/x|x]] — another x\n- [[docker/x|layers]] — mine'),
      '03-projects/x.md': '',
    };
    const texts = await moved(files, '02-wiki/docker/x.md', '02-wiki/k8s/x.md');
    expect(texts['02-wiki/docker/docker-moc.md']).toBe(moc('Docker', '- [[03-projects/x|x]] — another x', TODAY));
    expect(texts['02-wiki/k8s/k8s-moc.md']).toBe(moc('K8s', '- [[x]] — mine', TODAY));
  });

  it('keeps a sentence of the map that mentions it', async () => {
    const files = { ...VAULT, '02-wiki/docker/docker-moc.md': moc('Docker', '- first read [[x]]\n- [[other]]') };
    const texts = await moved(files, '02-wiki/docker/x.md', '02-wiki/k8s/y.md');
    expect(texts['02-wiki/docker/docker-moc.md']).toBe(moc('Docker', '- first read [[y]]\n- [[other]]'));
    expect(texts['02-wiki/k8s/k8s-moc.md']).toBe(moc('K8s', '- [[y]]', TODAY));
  });

  it('renamed within its domain only has its links repaired', async () => {
    const texts = await moved(VAULT, '02-wiki/docker/x.md', '02-wiki/docker/sub/y.md', false);
    expect(texts['02-wiki/docker/docker-moc.md']).toBe(moc('Docker', '- [[y]] — why layers\n- [[other]]'));
  });

  it('is entered once where the map lists it already', async () => {
    const files = { ...VAULT, '02-wiki/k8s/k8s-moc.md': moc('K8s', '- [[x]] — seen from here') };
    const texts = await moved(files, '02-wiki/docker/x.md', '02-wiki/k8s/y.md');
    expect(texts['02-wiki/k8s/k8s-moc.md']).toBe(moc('K8s', '- [[y]] — seen from here'));
  });

  it('is entered by its path where its name leads to another note', async () => {
    const files = { ...VAULT, 'y.md': '' };
    const texts = await moved(files, '02-wiki/docker/x.md', '02-wiki/k8s/y.md');
    expect(texts['02-wiki/k8s/k8s-moc.md']).toBe(moc('K8s', '- [[02-wiki/k8s/y]] — why layers', TODAY));
  });

  it('works where one domain bears the name of the wiki folder (8.2)', async () => {
    const files = {
      '02-wiki/02-wiki/02-wiki-moc.md': moc('W', '- [[x]] — s'),
      '02-wiki/02-wiki/x.md': '',
      '02-wiki/k8s/a.md': '',
    };
    const texts = await moved(files, '02-wiki/02-wiki/x.md', '02-wiki/k8s/x.md');
    expect(texts['02-wiki/02-wiki/02-wiki-moc.md']).toBe(moc('W', '', TODAY).replace('\n\n\n\n', '\n\n'));
    expect(texts['02-wiki/k8s/k8s-moc.md']).toContain('- [[x]] — s\n');
  });
});

describe('a note that is archived', () => {
  it('keeps its summary, and gets it back', async () => {
    const vault = await aVaultOf(VAULT);
    await vault.move('02-wiki/docker/x.md', '99-archive/x.md');
    expect(await vault.text('99-archive/x.md')).toBe('---\ntipo: wiki\nresumo_moc: why layers\n---\n\n# X\n');
    expect(await vault.text('02-wiki/docker/docker-moc.md')).toBe(moc('Docker', '- [[other]]', TODAY));
    await vault.move('99-archive/x.md', '02-wiki/docker/x.md');
    expect(await vault.text('02-wiki/docker/x.md')).toBe(VAULT['02-wiki/docker/x.md']);
    expect(await vault.text('02-wiki/docker/docker-moc.md')).toBe(
      moc('Docker', '- [[other]]\n- [[x]] — why layers', TODAY),
    );
  });

  it('keeps a summary of several lines whole, in a note without frontmatter too', async () => {
    const files = {
      ...VAULT,
      '02-wiki/docker/x.md': '# X\n',
      '02-wiki/docker/docker-moc.md': moc('Docker', '- [[x]] — "one": #two\n  three\n- [[other]]'),
    };
    const vault = await aVaultOf(files);
    await vault.move('02-wiki/docker/x.md', '99-archive/x.md');
    await vault.move('99-archive/x.md', '02-wiki/docker/x.md');
    expect(await vault.text('02-wiki/docker/docker-moc.md')).toBe(
      moc('Docker', '- [[other]]\n- [[x]] — "one": #two\n  three', TODAY),
    );
  });

  it('whose frontmatter can not be read goes all the same, and the answer says what was lost', async () => {
    const vault = await aVaultOf({ ...VAULT, '02-wiki/docker/x.md': '---\na: b: c\n---\n' });
    const outcome = await vault.move('02-wiki/docker/x.md', '99-archive/x.md');
    expect(outcome.warnings).toEqual([{ code: 'property_not_filled', about: '99-archive/x.md', detail: 'resumo_moc' }]);
    expect(await vault.text('99-archive/x.md')).toBe('---\na: b: c\n---\n');
  });
});

describe('a note that comes into a domain', () => {
  const RAW = { ...VAULT, '01-raw/clip.md': '# Clip' };

  it('gets an entry without a summary that nobody wrote', async () => {
    const vault = await aVaultOf(RAW);
    const outcome = await vault.move('01-raw/clip.md', '02-wiki/k8s/clip.md');
    expect(outcome.warnings).toEqual([{ code: 'summary_unknown', about: '02-wiki/k8s/clip.md' }]);
    expect(await vault.text('02-wiki/k8s/k8s-moc.md')).toBe(moc('K8s', '- [[clip]]', TODAY));
  });

  it('has the map of an existing folder built without a question, and no line in the index', async () => {
    const files = { ...RAW, '02-wiki/go/a.md': '' };
    const texts = await moved(files, '01-raw/clip.md', '02-wiki/go/clip.md', false);
    expect(Object.keys(texts)).toEqual(['02-wiki/go/go-moc.md']);
    expect(texts['02-wiki/go/go-moc.md']).toContain('# Go — Mapa de Conteúdo\n\n## Notas\n\n- [[clip]]\n');
  });

  it('has a blank map filled', async () => {
    const vault = await aVaultOf({ ...RAW, '02-wiki/go/go-moc.md': ' \n' });
    await vault.move('01-raw/clip.md', '02-wiki/go/clip.md');
    expect(await vault.text('02-wiki/go/go-moc.md')).toContain('## Notas\n\n- [[clip]]\n');
  });

  it('needs a word for a domain without a folder; then the index lists that', async () => {
    const vault = await aVaultOf(RAW);
    await expect(vault.plan('01-raw/clip.md', '02-wiki/go/clip.md')).rejects.toMatchObject({
      code: 'domain_unknown',
      params: { domain: 'go', known: ['docker', 'k8s'] },
    });
    const outcome = await vault.move('01-raw/clip.md', '02-wiki/go/clip.md', true);
    expect(outcome).toMatchObject({ facts: { lists: ['00-index/index-knowledge.md', '02-wiki/go/go-moc.md'] } });
    expect(await vault.text('00-index/index-knowledge.md')).toBe(
      '---\ntipo: moc\natualizado: 2026-09-01\n---\n\n## Domínios\n\n- [[../02-wiki/docker/docker-moc|docker]] — D\n- [[../02-wiki/go/go-moc|go]]\n',
    );
    await vault.undo();
    expect(await vault.files()).toEqual(RAW);
  });

  it('says where there is no index', async () => {
    const entries = Object.entries(RAW).filter(([path]) => !path.startsWith('00-index'));
    const vault = await aVaultOf(Object.fromEntries(entries));
    const outcome = await vault.move('01-raw/clip.md', '02-wiki/go/clip.md', true);
    expect(outcome.warnings).toContainEqual({ code: 'index_missing', about: '00-index/index-knowledge.md' });
  });
});

describe('lists and folders', () => {
  it('a map of content is entered nowhere', async () => {
    const texts = await moved(VAULT, '02-wiki/docker/docker-moc.md', '02-wiki/k8s/docker-moc.md');
    expect(Object.keys(texts)).toEqual(['00-index/index-knowledge.md']);
  });

  it('a domain that is renamed keeps its map, under its new name', async () => {
    const vault = await aVaultOf(VAULT);
    await expect(vault.plan('02-wiki/docker', '02-wiki/containers')).rejects.toMatchObject({ code: 'domain_unknown' });
    await vault.move('02-wiki/docker', '02-wiki/containers', true);
    const files = await vault.files();
    expect(files['02-wiki/containers/containers-moc.md']).toBe(VAULT['02-wiki/docker/docker-moc.md']);
    expect(files['00-index/index-knowledge.md']).toContain(
      '- [[../02-wiki/containers/containers-moc|containers]] — D\n',
    );
    expect(Object.keys(files).filter((path) => path.includes('docker'))).toEqual([]);
    await vault.undo();
    expect(await vault.files()).toEqual(VAULT);
  });

  it('a folder of notes takes its entries to another domain', async () => {
    const files = {
      ...VAULT,
      '02-wiki/docker/sub/a.md': '',
      '02-wiki/docker/sub/b.md': '',
      '02-wiki/docker/docker-moc.md': moc('Docker', '- [[a]] — A\n  - [[b]] — B\n- [[other]]'),
    };
    const vault = await aVaultOf(files);
    await vault.move('02-wiki/docker/sub', '02-wiki/k8s/sub');
    expect(await vault.text('02-wiki/docker/docker-moc.md')).toBe(moc('Docker', '- [[other]]', TODAY));
    expect(await vault.text('02-wiki/k8s/k8s-moc.md')).toBe(moc('K8s', '- [[a]] — A\n- [[b]] — B', TODAY));
  });

  it('a domain that is archived whole keeps its map and its entries', async () => {
    const vault = await aVaultOf(VAULT);
    await vault.move('02-wiki/docker', '99-archive/docker');
    expect(await vault.text('99-archive/docker/docker-moc.md')).toBe(VAULT['02-wiki/docker/docker-moc.md']);
    expect(await vault.text('00-index/index-knowledge.md')).toContain('[[../99-archive/docker/docker-moc|docker]]');
  });
});
