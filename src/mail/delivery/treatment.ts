/** What a mail's refusal of each class leads to, for the mail and for what we know of its address. */
import type { MailFactKind } from '#model/mail-state.ts';
import { hardClasses, type MailClass, type MailReason } from '../mail-fact.ts';

export type Treatment =
  /** It is over, as this. */
  | { readonly do: 'end'; readonly as: Extract<MailFactKind, 'bounced' | 'failed'> }
  | { readonly do: 'retry'; readonly counted: boolean }
  /** Nothing is wrong with the mail: it stays where it is, and its lane stops. */
  | { readonly do: 'stop lane' };

/** What counts: how often it failed with this one, and since when a server puts it off. */
export type Trouble = {
  readonly reason: Pick<MailReason, 'class' | 'code'>;
  readonly attempt: number;
  readonly deferredForMs: number;
};

const dayMs = 86_400_000;
const protocolTries = 3;
const permanent = 500;
const bounce: Treatment = { do: 'end', as: 'bounced' };
const again: Treatment = { do: 'retry', counted: true };
const againUncounted: Treatment = { do: 'retry', counted: false };

/** Each class on its own; what depends on the code is decided by it: 5xx ends what 4xx puts off. */
const treatments: Readonly<Record<MailClass, (trouble: Trouble) => Treatment>> = {
  'mailbox-unknown': () => bounce,
  'mailbox-disabled': () => bounce,
  'domain-unknown': () => bounce,
  'mailbox-full': ({ deferredForMs }) => (deferredForMs >= dayMs ? bounce : again),
  greylisted: () => again,
  temporary: () => again,
  throttled: () => againUncounted,
  // Even a 5xx: it is about our address, which may be better tomorrow.
  'our-reputation': () => again,
  'our-authentication': ({ reason }) => (reason.code >= permanent ? bounce : again),
  content: () => bounce,
  policy: () => bounce,
  'too-big': () => bounce,
  smtputf8: () => bounce,
  'relay-auth': () => ({ do: 'stop lane' }),
  protocol: ({ attempt }) => (attempt >= protocolTries ? bounce : again),
  refused: () => bounce,
  unreachable: () => again,
  'in-doubt': () => again,
  unsigned: () => againUncounted,
  expired: () => ({ do: 'end', as: 'failed' }),
};

export function treat(trouble: Trouble): Treatment {
  return treatments[trouble.reason.class](trouble);
}

/** What the end of a mail says about its address; a refusal about us says nothing. */
export function suppressionOf(
  { class: why, code }: Pick<MailReason, 'class' | 'code'>,
  stage: string,
): 'hard' | 'soft' | undefined {
  if (hardClasses.includes(why)) return 'hard';
  if (why === 'mailbox-full') return 'soft';
  return why === 'refused' && stage === 'rcpt' && code >= permanent ? 'soft' : undefined;
}
