/** The settings of a trunk as a form holds them: texts and switches, in the order in which they are asked. */
import type { Answer } from '../../api/operate.ts';

export type Trunk = Answer<'trunk list'>['trunks'][number];
export type TrunkSettings = Trunk['settings'];
type Name = keyof TrunkSettings;

export type TrunkField =
  | { readonly as: 'switch' }
  | { readonly as: 'choice'; readonly of: readonly string[] }
  | {
      readonly as: 'text' | 'list';
      readonly hint: 'listHint' | 'noneHint' | 'headerHint' | 'certificatesHint';
    }
  | {
      readonly as: 'number';
      readonly hint: 'portHint' | 'numberNoneHint' | 'priorityHint' | 'weightHint' | undefined;
      readonly mayBeEmpty: boolean;
    };

const text = { as: 'text', hint: 'noneHint' } as const;
const list = { as: 'list', hint: 'listHint' } as const;
const needed = { as: 'number', hint: undefined, mayBeEmpty: false } as const;

/** Each setting that there is: one that is added to the table is asked here, or this does not compile. */
export const trunkFields: { readonly [One in Name]: TrunkField } = {
  inbound: { as: 'switch' },
  outbound: { as: 'switch' },
  transport: { as: 'choice', of: ['udp', 'tcp', 'tls'] },
  host: text,
  port: { as: 'number', hint: 'portHint', mayBeEmpty: true },
  certificates: { as: 'list', hint: 'certificatesHint' },
  sources: list,
  authInUser: text,
  numberFrom: { as: 'text', hint: 'headerHint' },
  stripPrefix: text,
  addPrefix: text,
  homeCountry: text,
  authUser: text,
  register: { as: 'switch' },
  from: { as: 'choice', of: ['caller', 'did'] },
  pai: { as: 'choice', of: ['caller', 'did', 'none'] },
  diversion: { as: 'choice', of: ['stack', 'propagate', 'none'] },
  trustedIdentity: { as: 'switch' },
  numberForm: { as: 'choice', of: ['plus', 'digits', 'zeros'] },
  media: { as: 'choice', of: ['relay', 'bypass', 'redirect'] },
  mediaSources: list,
  symmetric: { as: 'switch' },
  prefixes: list,
  priority: { ...needed, hint: 'priorityHint' },
  weight: { ...needed, hint: 'weightHint' },
  maxCalls: { as: 'number', hint: 'numberNoneHint', mayBeEmpty: true },
  maxCps: needed,
  optionsPing: { as: 'switch' },
};

export type SecretName = 'password' | 'authInPassword';

export const trunkGroups: readonly {
  readonly title: 'place' | 'callsIn' | 'callsOut' | 'audio' | 'limits';
  readonly names: readonly Name[];
  /** A password, last in the group of what it is for. */
  readonly secret?: SecretName;
}[] = [
  {
    title: 'place',
    names: ['host', 'port', 'transport', 'certificates', 'register', 'authUser'],
    secret: 'password',
  },
  {
    title: 'callsIn',
    secret: 'authInPassword',
    names: [
      'inbound',
      'sources',
      'authInUser',
      'numberFrom',
      'stripPrefix',
      'addPrefix',
      'homeCountry',
      'trustedIdentity',
    ],
  },
  {
    title: 'callsOut',
    names: [
      'outbound',
      'prefixes',
      'numberForm',
      'from',
      'pai',
      'diversion',
      'priority',
      'weight',
      'optionsPing',
    ],
  },
  { title: 'audio', names: ['media', 'symmetric', 'mediaSources'] },
  { title: 'limits', names: ['maxCalls', 'maxCps'] },
];

export type TrunkForm = { readonly [One in Name]: string | boolean };

/** What “parley trunk add” begins with. */
export const blankTrunk: TrunkForm = {
  inbound: true,
  outbound: true,
  transport: 'udp',
  host: '',
  port: '',
  certificates: '',
  sources: '',
  authInUser: '',
  numberFrom: 'ruri',
  stripPrefix: '',
  addPrefix: '',
  homeCountry: '',
  authUser: '',
  register: false,
  from: 'caller',
  pai: 'caller',
  diversion: 'stack',
  trustedIdentity: false,
  numberForm: 'plus',
  media: 'relay',
  mediaSources: '',
  symmetric: true,
  prefixes: '',
  priority: '10',
  weight: '1',
  maxCalls: '',
  maxCps: '50',
  optionsPing: true,
};

export function formOfTrunk(settings: TrunkSettings): TrunkForm {
  const shown = Object.entries(settings).map(([name, value]) => [name, shownValue(value)]);
  return Object.fromEntries(shown) as TrunkForm;
}

function shownValue(value: TrunkSettings[Name]): string | boolean {
  if (typeof value === 'boolean') return value;
  if (value === null) return '';
  return typeof value === 'object' ? value.join(', ') : String(value);
}

/** What is no number is sent as it is written, so that the server says what it must be. */
export function settingsOfForm(form: TrunkForm): TrunkSettings {
  const read = Object.entries(trunkFields).map(([name, field]) => {
    const value = form[name as Name];
    return [name, typeof value === 'boolean' ? value : readText(value.trim(), field)];
  });
  return Object.fromEntries(read) as TrunkSettings;
}

function readText(value: string, { as }: TrunkField): string | number | null | readonly string[] {
  if (as === 'list') {
    return value === '' ? [] : value.split(/[,\s]+/).filter((each) => each !== '');
  }
  if (as !== 'number') return value;
  if (value === '') return null;
  return /^\d{1,15}$/.test(value) ? Number(value) : value;
}
