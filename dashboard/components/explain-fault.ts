/** What a failed attempt says of itself, beside the text that was recorded. */
import type { Answer } from '../api/operate.ts';

export type Fault = Answer<'endpoint attempts'>['attempts'][number]['fault'];

/** The recorded text, where the words do not say all of it. */
export function unsaidOf(raw: string, fault: Fault): string | undefined {
  const isSaid = raw === '' || raw === `status ${fault?.params['status']}`;
  return isSaid ? undefined : raw;
}
