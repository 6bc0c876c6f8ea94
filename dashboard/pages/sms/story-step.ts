/** One step of the story of a message. */
import type { Answer } from '../../api/operate.ts';

export type Step = Answer<'message story'>['steps'][number];
