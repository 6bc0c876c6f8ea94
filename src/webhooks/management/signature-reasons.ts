/** What the check of a signature finds. It imports nothing: pages see it, too. */

export const signatureReasons = [
  'signed with this secret',
  'no webhook-id',
  'no webhook-timestamp',
  'no webhook-signature',
  'timestamp is no number',
  'no signature of scheme v1',
  'secret has another form',
  'timestamp is too old',
  'timestamp lies ahead',
  'body differs from what was sent',
  'body was written anew',
  'line ends were changed',
  'space around the body was changed',
  'secret of another endpoint',
  'body is right, secret is not',
  'neither fits',
] as const;

export type SignatureReason = (typeof signatureReasons)[number];
