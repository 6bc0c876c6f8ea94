/** The states of a recipient, and what stands in its row. */

/**
 * accepted → waiting → delivered | not delivered; accepted may become final at once. `waiting` means
 * that the operator reported it. A final state never changes.
 */
export const recipientStates = ['accepted', 'waiting', 'delivered', 'not delivered'] as const;

export type RecipientState = (typeof recipientStates)[number];

/** What an operator's report says of one part. */
export type Outcome = Exclude<RecipientState, 'accepted'>;

/** The reason of a recipient that an administrator has cancelled while it waited. */
export const cancelledInQueue = 'cancelled_in_queue';
