/** Asks whether they may, reads what was given, runs the operation, and cuts what it answers: the way of all doors. */
import type { z } from 'zod';
import { type Author, commandLine } from './author.ts';
import type { Clock } from './clock.ts';
import { formOf, reasonIn } from './input-form.ts';
import {
  isOfAccount,
  mayRun,
  type Needs,
  type Operation,
  permissionOf,
  Refusal,
  refuse,
  type Standing,
} from './operation.ts';
import { permissions } from './permissions.ts';
import { type Cookies, WithCookies } from './visit.ts';
import type { NounWords, Sentence } from './words.ts';

export type Refusals = readonly [Refusal, ...Refusal[]];

export type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly cookies?: Cookies }
  | { readonly ok: false; readonly refusals: Refusals };

type Reading =
  | { readonly ok: true; readonly input: Record<string, unknown> }
  | { readonly ok: false; readonly refusals: Refusals };

/** The code of what a schema refuses; `reason` continues the name of the field. */
export const wrongField = 'field has a wrong value';

/** Who asks. No door can leave out what they are; of an account it also says which, where it knows. */
export type Caller = Author &
  Standing & {
    readonly accountId?: number | undefined;
    readonly isOnlyViewed?: boolean | undefined;
    readonly requestId?: string | undefined;
  };

/** A command: a person who may read the data may do all that there is, in an account as its owner. */
export function commandCaller(clock: Pick<Clock, 'nowMs'>, accountId: number | undefined): Caller {
  const author = { actor: commandLine, atMs: clock.nowMs() };
  return { ...author, isAdministrator: true, role: 'owner', accountId };
}

export type GatePorts = {
  readonly accounts: { findAccount(accountId: number): Promise<object | undefined> };
};

type Runnable<Ports> = Operation<string, 'reads' | 'writes', z.ZodObject, z.ZodType, string, Ports>;

export async function runOperation<Ports extends GatePorts>(
  operation: Runnable<Ports>,
  ports: Ports,
  { input, caller }: { readonly input: unknown; readonly caller: Caller },
): Promise<Outcome> {
  const { needs } = operation;
  if (!mayRun(needs, caller)) return refused(barred(needs, caller));
  const reading = readInput(operation.input, input);
  if (!reading.ok) return reading;
  const accountId = isOfAccount(operation)
    ? await findAccountId({ operation, ports, input: reading.input, caller })
    : undefined;
  if (accountId instanceof Refusal) return refused(accountId);
  // `mayRun` has asked for the role that this needs.
  const asking = { ...caller, accountId } as Parameters<typeof operation.run>[2];
  const answer = await operation.run(ports, reading.input, asking);
  if (answer instanceof Refusal) {
    return { ok: false, refusals: [answer, ...(answer.others ?? [])] };
  }
  // A row with one member too many must not become a leak.
  const cut = (value: unknown): unknown => operation.output.parse(value);
  return answer instanceof WithCookies
    ? { ok: true, value: cut(answer.value), cookies: answer.cookies }
    : { ok: true, value: cut(answer) };
}

const refused = (refusal: Refusal): Outcome => ({ ok: false, refusals: [refusal] });

/** To others what the installation’s people do is not there. */
function barred(needs: Needs, { role }: Standing): Refusal {
  const permission = permissionOf(needs);
  if (permission === undefined) return refuse('nothing is there');
  return refuse('role does not allow it', {
    params: { role: role ?? '-', roles: permissions[permission].join(', ') },
  });
}

/** The one that the door has named, or that of the thing that the input names. */
async function findAccountId<Ports extends GatePorts>(asked: {
  readonly operation: Runnable<Ports>;
  readonly ports: Ports;
  readonly input: Record<string, unknown>;
  readonly caller: Caller;
}): Promise<number | Refusal> {
  const { operation, ports, input, caller } = asked;
  const { accountId } = caller;
  if (accountId === undefined) {
    const found = await operation.accountOf?.(ports, input);
    return found ?? refuse('account is not named', { field: 'account' });
  }
  const isThere = (await ports.accounts.findAccount(accountId)) !== undefined;
  return isThere ? accountId : refuse('account is not there', { params: { account: accountId } });
}

/** What doors refuse, whatever the operation. */
export const gateWords = {
  'nothing is there': {
    kind: 'unknown',
    en: 'There is nothing here, or it is not yours.',
    fr: 'Il n’y a rien ici, ou ce n’est pas à vous.',
    fix: {
      en: 'Look at the address, and whether you are in the right account.',
      fr: 'Vérifiez l’adresse, et que vous êtes dans le bon compte.',
    },
  },
  'table is too long': {
    kind: 'conflict',
    en: 'The table is longer than a command takes, which is 24 MiB.',
    fr: 'Le tableau est plus long que ce que prend une commande, soit 24 Mio.',
    fix: {
      en: 'Ask for it in pieces, or save it on the page, which takes it whole.',
      fr: 'Demandez-le par morceaux, ou enregistrez-le depuis la page, qui le prend entier.',
    },
  },
  'account is not named': {
    kind: 'invalid',
    en: '{.account} is missing.',
    fr: '{.account} manque.',
    fix: { en: 'Say whose it is.', fr: 'Dites à qui il est.' },
  },
  'account is not there': {
    kind: 'unknown',
    en: 'Account {account} does not exist.',
    fr: 'Le compte {account} n’existe pas.',
    fix: {
      en: '`parley account list` lists the existing ones.',
      fr: '`parley account list` liste ceux qui existent.',
    },
  },
} as const satisfies NounWords['refusals'];

/** Every field that is wrong is named; what was sent is not repeated: it may be a password. */
function readInput(schema: z.ZodObject, given: unknown): Reading {
  const parsed = schema.safeParse(given);
  if (parsed.success) return { ok: true, input: parsed.data };
  const [first, ...others] = parsed.error.issues
    .slice(0, 20)
    .map((issue) => refusalOf(issue, schema, given));
  return { ok: false, refusals: [first ?? refuse(wrongField), ...others] };
}

function refusalOf(issue: z.core.$ZodIssue, schema: z.ZodObject, given: unknown): Refusal {
  // A value in a list is told of as the list is.
  const path = issue.path.filter((step, at) => at < issue.path.length - 1 || isName(step));
  const field = path.map(String).join('.') || 'body';
  return refuse(wrongField, { field, params: { reason: reasonOf(issue, schema, given) } });
}

const isName = (step: PropertyKey): boolean => typeof step !== 'number';

function reasonOf(issue: z.core.$ZodIssue, schema: z.ZodObject, given: unknown): Sentence {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.join(', ').slice(0, 100);
    return { en: `has unknown fields: ${names}`, fr: `il a des champs inconnus : ${names}` };
  }
  const reason = reasonIn(issue);
  if (reason !== undefined) return reason;
  if (valueAt(given, issue.path) === undefined) return { en: 'is missing', fr: 'il manque' };
  const { en, fr } = formOf(schema, issue.path);
  return { en: `must be ${en}`, fr: `il faut ${fr}` };
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? (value as Record<PropertyKey, unknown>)[step]
        : undefined,
    given,
  );
}
