/** A call as its page shows it. */
import type { Answer } from '../../api/operate.ts';

export type OneCall = Answer<'call show'>['call'];
