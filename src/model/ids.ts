/**
 * Ids nest, so that no index is needed to go from one to the other: a recipient's id is its message's id and its
 * place among the recipients, a part's is its recipient's id and its place in the text, a mail's is its email's id
 * and its place among the copies.
 */

/** Places of recipients in a message; a request may name 500. */
export const recipientSlots = 512;
/** Places of parts in a recipient; a text has at most 10. */
export const partSlots = 16;
/** Places of mails in an email; a request may name 500. */
export const mailSlots = 512;

export const partsOfMessage = partSlots * recipientSlots;

export function recipientIdOf(messageId: number, place: number): number {
  return messageId * recipientSlots + place;
}

export function messageIdOf(recipientId: number): number {
  return Math.floor(recipientId / recipientSlots);
}

/** The subject of a part's job. */
export function partIdOf(recipientId: number, part: number): number {
  return recipientId * partSlots + part;
}

export function recipientOfPart(partId: number): number {
  return Math.floor(partId / partSlots);
}

export function placeOfPart(partId: number): number {
  return partId % partSlots;
}

export function mailIdOf(emailId: number, place: number): number {
  return emailId * mailSlots + place;
}

export function emailIdOf(mailId: number): number {
  return Math.floor(mailId / mailSlots);
}
