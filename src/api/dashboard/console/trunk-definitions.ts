/** Trunks as who runs the installation sees them: all their settings, how they do, and what passes. */
import { z } from 'zod';
import type { ValueKind } from '#core/value-kind.ts';
import { traceMinutesMax } from '#numbers/trunks/traced-message.ts';
import type { TrunkSettings } from '#numbers/trunks/trunk.ts';
import { trunkSettingTable, writtenSetting } from '#numbers/trunks/trunk-setting-table.ts';
import { define } from '../definition.ts';
import { instant, wholeText } from '../schemas.ts';

const root = '/api/console/trunks';
const needs = 'administrator';
const byId = z.object({ id: wholeText });
const entriesMax = 100;

/** A setting by the one table that commands read it by: what is wrong is said in the table’s words. */
function setting<Name extends keyof TrunkSettings, Shape extends z.ZodType<TrunkSettings[Name]>>(
  name: Name,
  shape: Shape,
) {
  const { kind, sentence }: { kind: ValueKind<unknown>; sentence: string } =
    trunkSettingTable[name];
  const isRight = (value: TrunkSettings[Name]) => kind.read(writtenSetting(value)) !== undefined;
  return shape
    .refine(isRight, { message: `must be ${kind.form}` })
    .meta({ description: sentence })
    .optional();
}

const word = z.string().max(253);
const words = z.array(z.string().max(60)).max(entriesMax).readonly();
const count = z.int().nullable();

/** Those that are not named are as they were, or their defaults. */
const settingValues = {
  inbound: setting('inbound', z.boolean()),
  outbound: setting('outbound', z.boolean()),
  transport: setting('transport', z.enum(['udp', 'tcp', 'tls'])),
  host: setting('host', word),
  port: setting('port', count),
  certificates: setting('certificates', z.array(z.string().max(100)).max(10).readonly()),
  sources: setting('sources', words),
  authInUser: setting('authInUser', word),
  numberFrom: setting(
    'numberFrom',
    z.union([
      z.enum(['ruri', 'to', 'p-called-party-id']),
      z.templateLiteral(['header:', z.string().max(60)]),
    ]),
  ),
  stripPrefix: setting('stripPrefix', word),
  addPrefix: setting('addPrefix', word),
  homeCountry: setting('homeCountry', word),
  authUser: setting('authUser', word),
  register: setting('register', z.boolean()),
  from: setting('from', z.enum(['caller', 'did'])),
  pai: setting('pai', z.enum(['caller', 'did', 'none'])),
  diversion: setting('diversion', z.enum(['stack', 'propagate', 'none'])),
  trustedIdentity: setting('trustedIdentity', z.boolean()),
  numberForm: setting('numberForm', z.enum(['plus', 'digits', 'zeros'])),
  media: setting('media', z.enum(['relay', 'bypass', 'redirect'])),
  mediaSources: setting('mediaSources', words),
  symmetric: setting('symmetric', z.boolean()),
  prefixes: setting('prefixes', words),
  priority: setting('priority', z.int()),
  weight: setting('weight', z.int()),
  maxCalls: setting('maxCalls', count),
  maxCps: setting('maxCps', z.int()),
  optionsPing: setting('optionsPing', z.boolean()),
} satisfies { readonly [Name in keyof TrunkSettings]: z.ZodType<TrunkSettings[Name] | undefined> };

const password = z
  .string()
  .regex(/^[\x20-\x7e]{1,64}$/, 'must be 1 to 64 ASCII characters')
  .nullable()
  .optional()
  .meta({ description: 'Kept sealed and never shown. Null takes it away.' });

const secrets = {
  /** With which we sign in there. */
  password,
  /** With which it signs in here. */
  authInPassword: password,
};

const standing = z.object({
  processId: z.int(),
  host: z.string(),
  state: z.enum(['up', 'down', 'resting', 'unasked']),
  calls: z.int(),
  restsUntilMs: instant.nullable(),
  /** The last OPTIONS; `status` null: nothing was answered. */
  asked: z
    .object({
      atMs: instant,
      status: z.int().nullable(),
      /** Why nothing could be sent there. */
      why: z.string().optional(),
      durationMs: z.int(),
    })
    .nullable(),
  misses: z.int(),
  /** Why its registrar does not hold us; null: it does, or another process asks it. */
  unregistered: z.string().nullable(),
});

const trunk = z.object({
  id: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  builtIn: z.boolean(),
  settings: z.object(settingValues).required(),
  hasPassword: z.boolean(),
  hasAuthInPassword: z.boolean(),
  createdAtMs: instant,
  tracedUntilMs: instant,
  /** In each process that carries calls. */
  standings: z.array(standing),
});

export const listTrunks = define({
  method: 'GET',
  path: root,
  needs,
  summary: 'Carriers of calls with their settings, and how each does in every process.',
  reply: z.object({ trunks: z.array(trunk) }),
});

export const addTrunk = define({
  method: 'POST',
  path: root,
  needs,
  fresh: true,
  summary: 'Adds a carrier of calls; it is used at once. What is not said has its default.',
  body: z.strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be small letters, digits and -'),
    settings: z.strictObject(settingValues),
    ...secrets,
  }),
  reply: z.object({ trunk }),
});

export const changeTrunk = define({
  method: 'PATCH',
  path: `${root}/{id}`,
  needs,
  fresh: true,
  summary:
    'Changes settings of a trunk; what is not named stays, and calls that go on keep theirs.',
  params: byId,
  body: z.strictObject({ settings: z.strictObject(settingValues), ...secrets }),
  reply: z.object({ trunk }),
});

export const removeTrunk = define({
  method: 'DELETE',
  path: `${root}/{id}`,
  needs,
  fresh: true,
  summary: 'Removes a trunk; calls that go on are not cut.',
  params: byId,
});

export const setTrunkState = define({
  method: 'PUT',
  path: `${root}/{id}/state`,
  needs,
  fresh: true,
  summary: 'Pauses a trunk, or lets it carry calls again.',
  params: byId,
  body: z.strictObject({ enabled: z.boolean() }),
});

export const listTrunkMessages = define({
  method: 'GET',
  path: `${root}/{id}/messages`,
  needs,
  summary: 'SIP messages of a trunk while it was traced, the newest first, without credentials.',
  params: byId,
  reply: z.object({
    tracedUntilMs: instant,
    messages: z.array(
      z.object({
        id: z.int(),
        atMs: instant,
        direction: z.enum(['in', 'out']),
        peer: z.string(),
        text: z.string(),
      }),
    ),
  }),
});

export const traceTrunk = define({
  method: 'PUT',
  path: `${root}/{id}/trace`,
  needs,
  fresh: true,
  summary: 'Has the SIP messages of a trunk kept for so many minutes; 0 ends that.',
  params: byId,
  body: z.strictObject({ minutes: z.int().min(0).max(traceMinutesMax) }),
});
