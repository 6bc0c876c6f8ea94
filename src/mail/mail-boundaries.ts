/** Where the work on mails comes in by itself. What fails here stays in the table: nothing of it is lost. */
import { boundary } from '#core/boundary.ts';

/** A turn of a lane: its mails wait for the next one. */
export const laneWork = boundary('mail.lane', 'timer');

/** Callers of that turn hear that their commit has failed. */
export const mailCommits = boundary('mail.batch', 'timer');

/** The policy of that domain is taken as not to be had for now. */
export const policyFetches = boundary('mail.policy', 'socket event');

/** A mail on its way to a server, or the way there: it is put off and tried again. */
export const mailSends = boundary('mail.send', 'promise');
