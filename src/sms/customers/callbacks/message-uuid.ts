/** The id of a message in the form that clients of other gateways keep: a UUID of our own making (RFC 9562 §5.8). */

export function messageUuid(messageId: number): string {
  return `00000000-0000-8000-8000-${messageId.toString(16).padStart(12, '0')}`;
}
