/** Kannel's configuration for a measurement: both boxes on loopback, a file store, some SMPP binds. */

export type KannelWish = {
  readonly folder: string;
  readonly binds: number;
  readonly window: number;
  readonly smscPort: number;
  readonly adminPort: number;
  readonly boxPort: number;
  readonly sendPort: number;
};

type Group = Readonly<Record<string, string | number>>;

export function kannelConfiguration(wish: KannelWish): string {
  const binds = Array.from({ length: wish.binds }, (_, index) => bind(index + 1, wish));
  return [core(wish), ...binds, smsbox(wish), ...users].map(render).join('\n');
}

function core({ folder, adminPort, boxPort }: KannelWish): Group {
  return {
    group: 'core',
    'admin-port': adminPort,
    'admin-password': 'bench',
    'admin-allow-ip': '127.0.0.1',
    'smsbox-port': boxPort,
    'box-allow-ip': '127.0.0.1',
    'smsbox-max-pending': 1_000,
    'log-file': `${folder}/bearerbox-file.log`,
    'log-level': 4,
    'dlr-storage': 'internal',
    'store-type': 'file',
    'store-location': `${folder}/store`,
  };
}

function bind(number: number, { smscPort, window }: KannelWish): Group {
  return {
    group: 'smsc',
    smsc: 'smpp',
    'smsc-id': `op${number}`,
    host: '127.0.0.1',
    port: smscPort,
    'smsc-username': 'bench',
    'smsc-password': 'bench',
    'system-type': '""',
    'transceiver-mode': 'true',
    'interface-version': 34,
    'max-pending-submits': window,
    'enquire-link-interval': 30,
    'reconnect-delay': 1,
  };
}

function smsbox({ folder, boxPort, sendPort }: KannelWish): Group {
  return {
    group: 'smsbox',
    'bearerbox-host': '127.0.0.1',
    'bearerbox-port': boxPort,
    'sendsms-port': sendPort,
    'log-file': `${folder}/smsbox-file.log`,
    'log-level': 4,
    'max-pending-requests': 512,
    'http-request-retry': 3,
    'http-queue-delay': 1,
  };
}

const users: readonly Group[] = [
  {
    group: 'sendsms-user',
    username: 'bench',
    password: 'bench',
    'max-messages': 3,
    concatenation: 'true',
  },
  { group: 'sms-service', keyword: 'default', text: '"x"', 'max-messages': 0, 'catch-all': 'true' },
];

function render(group: Group): string {
  return Object.entries(group)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}
