/** Which of the texts that wait a person means. Each that is said narrows it. */

import { ownerOf } from '#queue/lane.ts';
import { readPartLane } from '#sms/links/part-lane.ts';
import type { WaitingFilter } from './waiting-store.ts';
import type { WaitingText } from './waiting-text.ts';

/** Whether anything but the time is said: all that waits is never meant. */
export function isNarrow(filter: WaitingFilter): boolean {
  const { lane, operatorId, accountId, tag, prefix } = filter;
  return [lane, operatorId, accountId, tag, prefix].some((each) => each !== undefined);
}

/** Whether the lane may hold such texts, by its name. */
export function mayHold({ lane: wanted, operatorId, accountId }: WaitingFilter, lane: string) {
  const place = readPartLane(lane);
  if (place === undefined) return false;
  return (
    (wanted === undefined || wanted === lane || wanted === ownerOf(lane)) &&
    (operatorId === undefined || operatorId === place.operatorId) &&
    (accountId === undefined || accountId === place.accountId)
  );
}

export function isMeant({ tag, prefix, beforeMs }: WaitingFilter, text: WaitingText): boolean {
  return (
    text.acceptedAtMs < beforeMs &&
    (tag === undefined || tag === text.tag) &&
    (prefix === undefined || text.phone.startsWith(prefix))
  );
}
