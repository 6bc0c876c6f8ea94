/** Sets what calls to a number do: checked in the interface's order, then compared and set in one commit. */
import type { Author } from '#core/author.ts';
import {
  findFirstReply,
  type Idempotency,
  type RememberedAnswer,
  type ReplyPorts,
  replyRememberedMs,
} from '#core/idempotency.ts';
import { isFictionNumber, type PhoneNumber } from '#core/phone-number.ts';
import type { VirtualNumber } from '../virtual-number.ts';
import type { VirtualNumberStore } from '../virtual-number-store.ts';
import type { ForwardRule, KeptRule } from './forward-rule.ts';

export type RuleWish = {
  readonly accountId: number;
  readonly homeCountry: string;
  /** Undefined: what was written is no phone number, so it is none of ours. */
  readonly phone: PhoneNumber | undefined;
  /** Undefined turns forwarding off. */
  readonly rule: ForwardRule | undefined;
  /** Changes a mode that is active already instead of refusing. */
  readonly replace: boolean;
  /** What the number is called from then on; undefined: as it is. */
  readonly label?: string | undefined;
  /** Of a test key: a rule leads the calls of carriers, which nothing that it does may reach. */
  readonly isTest?: boolean;
};

export type RuleRefusal =
  | 'forwarding number is not possible'
  | 'number is unknown'
  | 'test keys lead no calls'
  | 'number cannot forward'
  | 'number is deactivated'
  | 'forwarding is on already'
  | 'voicemail is on already'
  | 'forwarding is off already';

export type RuleAnswer =
  | { readonly ok: true; readonly phone: PhoneNumber }
  | { readonly ok: false; readonly why: RuleRefusal };

export type RulePorts = {
  readonly numbers: Pick<
    VirtualNumberStore,
    'findVirtualNumber' | 'findRule' | 'findRuleOf' | 'changeRule'
  >;
  /** Whether the account may have calls sent there. */
  readonly mayCall: (
    account: { readonly id: number; readonly homeCountry: string },
    target: PhoneNumber,
  ) => Promise<boolean>;
};

/** A call is led from one number of ours to the next so often. */
const hopsMax = 5;
/** Others change the same rule at the same time: each try has lost against one of them. */
const triesMax = 8;

export function setRule(wish: RuleWish, author: Author, ports: RulePorts): Promise<RuleAnswer> {
  return insist<RuleAnswer>(() => trySetting(wish, author, ports));
}

export type OnceAnswer =
  | RuleAnswer
  | { readonly ok: false; readonly why: 'idempotency key was used for another request' };

/** A client that repeats the request hears that it is done, whatever the rule has become since. */
export function setRuleOnce(
  wish: RuleWish & { readonly idempotency: Idempotency },
  author: Author,
  ports: RulePorts & ReplyPorts,
): Promise<OnceAnswer> {
  const { accountId, idempotency } = wish;
  return insist<OnceAnswer>(async () => {
    const answer = await trySetting(wish, author, ports);
    if (answer !== 'changed meanwhile' && answer.ok) return answer;
    const first = await findFirstReply(accountId, idempotency, ports);
    if (first === undefined) return answer;
    return first.kind === 'repeated'
      ? { ok: true, phone: first.reply as PhoneNumber }
      : { ok: false, why: 'idempotency key was used for another request' };
  });
}

async function insist<Answer>(attempt: () => Promise<Answer | 'changed meanwhile'>) {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const answer = await attempt();
    if (answer !== 'changed meanwhile') return answer;
  }
  throw new Error('A forwarding rule changes faster than it can be set');
}

async function trySetting(
  wish: RuleWish & { readonly idempotency?: Idempotency },
  author: Author,
  ports: RulePorts,
): Promise<RuleAnswer | 'changed meanwhile'> {
  const { accountId, phone, rule, replace } = wish;
  if (!(await mayLeadTo(wish, ports))) return no('forwarding number is not possible');
  const number = phone && (await ports.numbers.findVirtualNumber(phone));
  if (number === undefined || number.accountId !== accountId) return no('number is unknown');
  if (wish.isTest === true && !isFictionNumber(number.phone)) return no('test keys lead no calls');
  const kept = await ports.numbers.findRule(number.id);
  const why = judge(number, kept?.rule, rule);
  const isSame = kept !== undefined && rule !== undefined && kept.rule.target === rule.target;
  if (why !== undefined && !(replace && activeAlready.has(why))) return no(why);
  const { label, idempotency } = wish;
  const isDone = why !== undefined && isSame;
  if (isDone && label === undefined && idempotency === undefined) {
    return { ok: true, phone: number.phone };
  }
  const once = idempotency && onceOf(idempotency, number.phone, author);
  const change = { numberId: number.id, accountId, seen: kept?.version, rule, label, once };
  const changed = await ports.numbers.changeRule(change, author);
  return changed ? { ok: true, phone: number.phone } : 'changed meanwhile';
}

function onceOf(idempotency: Idempotency, reply: PhoneNumber, { atMs }: Author): RememberedAnswer {
  return { ...idempotency, reply, forgottenBeforeMs: atMs - replyRememberedMs };
}

/** Refusals that `replace` overrules. */
const activeAlready: ReadonlySet<RuleRefusal> = new Set([
  'forwarding is on already',
  'voicemail is on already',
]);

/** The state of the number goes before that of its rule. */
function judge(
  number: VirtualNumber,
  kept: KeptRule['rule'] | undefined,
  wanted: ForwardRule | undefined,
): RuleRefusal | undefined {
  if (!number.canForward) return 'number cannot forward';
  if (!number.active) return 'number is deactivated';
  if (wanted?.kind !== kept?.kind) return undefined;
  if (wanted === undefined) return 'forwarding is off already';
  return wanted.kind === 'forward' ? 'forwarding is on already' : 'voicemail is on already';
}

/** Not to the number itself, not in a circle, and only where the account may call. */
async function mayLeadTo(wish: RuleWish, { numbers, mayCall }: RulePorts): Promise<boolean> {
  const { rule, phone, accountId, homeCountry } = wish;
  if (rule?.kind !== 'forward') return true;
  if (!(await mayCall({ id: accountId, homeCountry }, rule.target))) return false;
  let next: PhoneNumber = rule.target;
  for (let hops = 0; hops < hopsMax; hops += 1) {
    if (next === phone) return false;
    const following = await numbers.findRuleOf(next);
    if (following?.kind !== 'forward') return true;
    next = following.target;
  }
  return false;
}

function no(why: RuleRefusal): RuleAnswer {
  return { ok: false, why };
}
