import { describe, expect, it, onTestFinished } from 'vitest';
import { listedPath } from '../../../src/core/path.ts';
import { aVault } from '../../support/a-vault.ts';
import { memoryHost } from '../../support/memory-host.ts';

describe('the names of a library', () => {
  it('are those of all notes when they are first asked for, and stay in step', async () => {
    const host = await memoryHost(aVault().note('Kubernetes', '# Container orchestration').note('Tides', 'x'));
    onTestFinished(() => host.close());
    const names = await host.names.whole();
    expect(names.suggest('kubernets', 3)).toEqual(['kubernetes']);
    expect(names.closest('container orchestratoin', 1)).toEqual([listedPath('Kubernetes.md')]);
    host.vault.put('Quasars.md', 'x');
    host.vault.remove('Kubernetes.md');
    await host.settle();
    expect((await host.names.whole()).closest('quasar', 1)).toEqual([listedPath('Quasars.md')]);
    expect(names.suggest('kubernets', 3)).toEqual([]);
  });
});
