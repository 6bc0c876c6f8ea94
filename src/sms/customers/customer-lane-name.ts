/** The lanes of what SMPP users are owed: one for each user, whichever of its binds takes it. */
import { laneName } from '#queue/lane.ts';

/** The engine of these lanes. */
export const customerEngine = 'customer';

export function laneOfUser(userId: number): string {
  return laneName(`${customerEngine}/${userId}`);
}

export function userOfLane(lane: string): number {
  return Number(lane.slice(customerEngine.length + 1));
}
