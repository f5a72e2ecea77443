import type { JsonFields } from './json-fields.ts';
import { folderName, word } from './setting-values.ts';
import type { ConventionOverrides } from './settings.ts';

export const FOLDER_ROLES = ['index', 'raw', 'wiki', 'projects', 'daily', 'templates', 'archive'] as const;
export const TYPE_NAMES = ['wiki', 'moc', 'project', 'daily', 'note'] as const;
export const PROPERTY_ROLES = ['type', 'status', 'tags', 'created', 'updated', 'summary'] as const;
export const SECTION_ROLES = [
  'notes',
  'related',
  'domains',
  'captures',
  'context',
  'solution',
  'example',
  'links',
] as const;

/** The conventions that the user has set by hand, out of the plugin's data; what is not set is absent. */
export function readOverrides(data: JsonFields): ConventionOverrides {
  const preset = data.choice('preset', ['pt-BR', 'en'], null);
  const indexNote = data.text('indexNote', null);
  const dailyFormat = data.text('dailyFormat', null);
  const weights = data.at('weights');
  const archive = weights.factor('archive');
  const excluded = weights.factor('excluded');
  return {
    ...(preset === null ? {} : { preset }),
    folders: data
      .at('folders')
      .record(FOLDER_ROLES, (value) => (value === null ? { taken: null } : folderName(value, { root: true }))),
    types: data.at('types').record(TYPE_NAMES, word),
    keys: data.at('keys').record(PROPERTY_ROLES, word),
    sections: data.at('sections').record(SECTION_ROLES, word),
    ...(indexNote === null ? {} : { indexNote }),
    ...(dailyFormat === null ? {} : { dailyFormat }),
    weights: {
      byType: weights.at('byType').factors(),
      ...(archive === null ? {} : { archive }),
      ...(excluded === null ? {} : { excluded }),
    },
  };
}
