import * as z from 'zod';

/** Parts that several output shapes share. Absent means none: a property that may be null has two types. */
export const noteRow = () => ({
  path: z.string(),
  title: z.string(),
  type: z.string(),
  status: z.string().optional(),
  tags: z.array(z.string()),
});

export const tally = () => z.array(z.object({ name: z.string(), count: z.int() }));

/** Lines about a lagging index and skipped files; and the cursor of the next page. */
export const notices = () => z.array(z.string());
