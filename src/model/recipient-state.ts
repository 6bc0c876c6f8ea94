/** What stands in rows of recipients. */

/** The reason of a recipient that an administrator has cancelled while it waited. */
export const cancelledInQueue = 'cancelled_in_queue';
