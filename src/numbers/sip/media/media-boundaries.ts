/**
 * Where audio comes in. The first three are entered in a media thread (its own copy of this module); what fails
 * there is told to the main thread.
 */
import { boundary } from '#core/boundary.ts';

/** An RTP or RTCP packet that fails is dropped. */
export const packets = boundary('rtp.packet', 'datagram');

/** What a tick does for a call: that call loses its audio, and its owner ends it. */
export const ticks = boundary('rtp.tick', 'timer');

/** What the thread of calls asks: a call that cannot be opened is told so. */
export const orders = boundary('rtp.order', 'thread');

/** What a media thread tells, its death included: handlers of that call alone. */
export const reports = boundary('rtp.report', 'thread');
