/** A prompt that the user can pick in the client: its words are fixed, its arguments filled in by the user. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  text(given: Readonly<Record<string, string>>): string;
}

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** What its values are, where the vault can complete them. */
  readonly completes?: 'tag' | 'domain';
}

const recall: Prompt = {
  name: 'recall',
  title: 'Recall from the vault',
  description: 'Answer a question from your notes, with citations.',
  arguments: [
    { name: 'question', description: 'What you want to know', required: true },
    { name: 'tag', description: 'Only notes with this tag', required: false, completes: 'tag' },
  ],
  text: ({ question = '', tag = '' }) =>
    [
      `Answer this question from my notes: ${question}`,
      `Search with vault_search${tag === '' ? '' : ` (tags: ["${tag}"])`}; try other words, or follow_links, if the first results do not answer it.`,
      'Read the best passages with vault_get_note before you rely on them.',
      'Answer in the language of the question. Cite each statement as path:line. Say plainly what the notes do not cover.',
    ].join('\n'),
};

const capture: Prompt = {
  name: 'capture',
  title: 'Capture into the vault',
  description: 'Decide what of this conversation belongs in your notes.',
  arguments: [
    { name: 'topic', description: 'What it is about', required: false },
    { name: 'domain', description: 'Where it belongs', required: false, completes: 'domain' },
  ],
  text: ({ topic = '', domain = '' }) =>
    [
      `Look through this conversation${topic === '' ? '' : `, at what concerns ${topic},`} for lessons that I will need again: decisions with their reasons, causes of faults and their cures, facts that were hard to find.`,
      'For each, search with vault_search whether a note says it already; leave out what is known.',
      `List what is left: a title, two or three sentences, tags from vault_tags${domain === '' ? '' : `, for the domain ${domain}`}. Ask me before you write anything.`,
      'Then record each one with vault_learn, if that tool is offered.',
    ].join('\n'),
};

/** Every prompt, ordered by name. */
export const prompts: readonly Prompt[] = [capture, recall];
