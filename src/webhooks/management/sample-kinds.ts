/** The samples that people may have posted to an endpoint. */

/** `reply.pieces`: a reply that is too long for one webhook, and comes as two. */
export const sampleKinds = [
  'dlr',
  'reply.short',
  'stop',
  'reply.long',
  'reply.pieces',
  'email',
] as const;

export type SampleKind = (typeof sampleKinds)[number];
