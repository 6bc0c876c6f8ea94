/** Where what happens to a call comes in by itself: its timers, its media, and what nobody awaits. */
import { boundary } from '#core/boundary.ts';

/** Ends that call on both legs; its record and its money are settled as interrupted. */
export const callWork = boundary('calls.work', 'promise');

/** Ends that call like a storage that is away: refused, or hung up, and paid for. */
export const voicemailWork = boundary('calls.voicemail', 'promise');
