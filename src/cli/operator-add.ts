/** `parley operator add`: an SMSC to bind to. */
import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { isHostName, oneOf, type ValueKind, wholeNumber } from '#core/value-kind.ts';
import { type OperatorSettings, operatorDefaults, operatorPasswordPlace } from '#sms/operator.ts';
import { command, done, failed, misused } from './command.ts';
import { passwordKind, readPassword } from './operator-password.ts';
import { operatorJson, operatorText } from './operator-view.ts';
import { maybe, needed, otherwise, toggle, type Values } from './option.ts';
import { octets, operatorName } from './written-values.ts';

const host: ValueKind<string> = {
  form: 'an IP address or a host name',
  read: (text) => (isIP(text) > 0 || isHostName(text) ? text : undefined),
};

const sender: ValueKind<string> = {
  form: '3 to 11 letters and digits, or a number of up to 15 digits',
  read: (text) => (/^(?:[A-Za-z0-9]{3,11}|\+?\d{3,15})$/.test(text) ? text : undefined),
};

const file: ValueKind<string> = {
  form: 'the path of a file',
  read: (text) => (text === '' || text.includes('\0') ? undefined : text),
};

const defaults = operatorDefaults;

const options = {
  name: needed(operatorName, 'NAME', 'What to call it here.'),
  host: needed(host, 'HOST', 'Where it listens.'),
  port: needed(wholeNumber(1, 65_535), 'PORT', 'Its SMPP port.'),
  // SMPP 3.4 §5.2.1: 16 octets with the NUL; §5.2.3: 13.
  systemId: needed(octets(1, 15), 'ID', 'As whom to bind.'),
  systemType: otherwise('', octets(0, 12), 'TYPE', 'As what to bind, where the operator asks.'),
  passwordFile: maybe(file, 'FILE', 'Holds the password, which else comes by standard input.'),
  password: maybe(passwordKind, 'PASSWORD', 'The password itself, for all to see in ps.'),
  bind: otherwise(
    defaults.bind,
    oneOf('trx', 'tx', 'rx', 'tx-rx'),
    'MODE',
    'trx, tx, rx, or tx-rx for one of each.',
  ),
  binds: otherwise(defaults.binds, wholeNumber(1, 32), 'COUNT', 'Connections kept open.'),
  window: otherwise(
    defaults.window,
    wholeNumber(1, 2_000),
    'COUNT',
    'Parts without an answer on each bind.',
  ),
  rate: maybe(wholeNumber(1, 100_000), 'PER_SECOND', 'Parts a second on each bind. Default: any.'),
  tls: toggle('Connects by TLS and verifies the certificate.'),
  tlsCa: maybe(file, 'FILE', 'PEM of who signed the certificate, if no public authority did.'),
  receiptId: otherwise(
    defaults.receiptId,
    oneOf('asIs', 'hexInResponse', 'hexInReceipt'),
    'FORM',
    'asIs, hexInResponse or hexInReceipt: how ids in receipts match those of answers.',
  ),
  uncertain: otherwise(
    defaults.uncertain,
    oneOf('resend', 'hold', 'fail'),
    'POLICY',
    'resend, hold or fail: what becomes of a part whose answer was lost.',
  ),
  defaultSender: otherwise('', sender, 'SENDER', 'Of messages that name none.'),
  longMessages: otherwise(
    defaults.longMessages,
    oneOf('udh8', 'udh16'),
    'FORM',
    'udh8 or udh16: the width of the reference that joins parts.',
  ),
};

export const operatorAdd = command({
  name: 'operator add',
  sentence: 'Adds an operator; a running server binds to it at once.',
  takes: {},
  options,
  async run(values, { clock, open, readInput }) {
    const { name, tls, tlsCa } = values;
    if (tlsCa !== undefined && !tls) return misused('--tls-ca goes with --tls');
    const authority = await readAuthority(tlsCa);
    if (authority === undefined) return failed(`${tlsCa} does not hold a certificate in PEM`);
    const reading = await readPassword({ ...values, readInput });
    if (!reading.ok) return misused(reading.problem);
    await using installation = await open();
    const operator = await installation.storage.operators.createOperator({
      name,
      builtIn: false,
      state: 'active',
      settings: settingsOf(values, authority),
      sealedPassword: installation.sealer.seal(reading.password, operatorPasswordPlace(name)),
      createdAtMs: clock.nowMs(),
    });
    if (operator === undefined) return failed(`There is an operator ${name} already`);
    const next = `Nothing goes there yet: parley route set --prefix 33 --operator ${name}\n`;
    return done(
      `${operatorText(operator)}${next}`,
      { operator: operatorJson(operator) },
      reading.warnings,
    );
  },
});

function settingsOf(values: Values<typeof options>, tlsCa: string): OperatorSettings {
  const { host: address, port, systemId, systemType, bind, binds, window, rate } = values;
  const { tls, receiptId, uncertain, defaultSender, longMessages } = values;
  return {
    ...operatorDefaults,
    host: address,
    port,
    systemId,
    systemType,
    bind,
    binds,
    window,
    ratePerSecond: rate ?? null,
    tls,
    tlsCa,
    receiptId,
    uncertain,
    defaultSender,
    longMessages,
  };
}

/** A chain of authorities is a few kilobytes. */
const authorityBytesMax = 65_536;

/** The PEM, empty without a file; undefined if the file holds no certificate. */
async function readAuthority(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return '';
  const { size } = await stat(path);
  if (size > authorityBytesMax) return undefined;
  const pem = await readFile(path, 'utf8');
  return isCertificate(pem) ? pem : undefined;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
