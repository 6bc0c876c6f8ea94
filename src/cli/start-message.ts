/** What `parley serve` says when it is ready. */
import { allRoles, type Role } from '#core/role.ts';

export type StartFacts = {
  /** Where the data are, in words. */
  readonly data: string;
  readonly masterKeyFile: string;
  /** `http://localhost:8080`. */
  readonly address: string;
  readonly roles: readonly Role[];
  /** The SMPP address of the built-in operator, `elsewhere` in another process; undefined where it is off. */
  readonly simulator: string | undefined;
  /** The SMTP address of the mail catcher, `elsewhere` in another process; undefined where it is off. */
  readonly mailCatcher: string | undefined;
  /** Where other mail servers report: `127.0.0.1:25`. */
  readonly smtpIn: readonly string[];
  /** Binds that are up at the built-in operator. */
  readonly simulatorBinds: number;
  /** Where customers bind by SMPP, plain and by TLS: `127.0.0.1:2775`. */
  readonly smpp: readonly string[];
  /** Where calls come in by SIP: `udp 127.0.0.1:5060`. */
  readonly calls: readonly string[];
  /** Besides that of the built-in phones. */
  readonly hasTrunks: boolean;
  readonly hasPhones: boolean;
  /** Undefined once there is an administrator. */
  readonly setupToken: string | undefined;
  readonly testKey: string;
  /** A file that holds the link and the key, where they are not shown. */
  readonly secretsFile: string | undefined;
};

export function startMessage(facts: StartFacts): string {
  const { data, masterKeyFile, secretsFile, roles } = facts;
  const lines: (readonly [string, string] | undefined)[] = [
    ['data', data],
    ['key file', `${masterKeyFile}   back it up, apart from the data`],
    roles.length < allRoles.length ? ['roles', roles.join(', ')] : undefined,
    roles.includes('sms') ? ['sms', simulatorState(facts)] : undefined,
    facts.mailCatcher === undefined ? undefined : ['mail', catcherState(facts.mailCatcher)],
    facts.simulator === undefined
      ? undefined
      : ['webhooks', 'of the test key are kept; "parley simulator webhooks" lists them'],
    facts.smtpIn.length === 0 ? undefined : ['mail in', `by SMTP at ${facts.smtpIn.join(' and ')}`],
    ['listening', facts.address],
    facts.smpp.length === 0 ? undefined : ['smpp', `customers bind at ${facts.smpp.join(' and ')}`],
    facts.calls.length === 0 ? undefined : ['calls', callsState(facts)],
    ...(secretsFile === undefined
      ? secretLines(facts)
      : [['first use', `the setup link and a test key stand in ${secretsFile}`] as const]),
  ];
  const written = lines.filter((line) => line !== undefined);
  return `${written.map(([name, text]) => `  ${name.padEnd(10)} ${text}`).join('\n')}\n`;
}

/** The lines that let somebody in: shown where only this machine's people see them. */
export function secretLines(facts: StartFacts): (readonly [string, string])[] {
  const { address, setupToken, testKey, simulator, roles } = facts;
  if (!roles.includes('api')) return [];
  const body = `{"apiKey":"${testKey}","phoneNumbers":"+33639980001","message":"Hello"}`;
  return [
    ...(setupToken === undefined
      ? []
      : [['open', `${address}/setup#${setupToken}      one use, 60 minutes`] as const]),
    ...(simulator === undefined ? [] : [['try', `curl -d '${body}' ${address}/v1/send`] as const]),
  ];
}

function callsState({ calls, hasTrunks, hasPhones }: StartFacts): string {
  const heard = `by SIP at ${calls.join(' and ')}`;
  if (hasTrunks) return heard;
  return hasPhones
    ? `${heard}; "parley simulator call" makes one`
    : `${heard}; "parley trunk add" names who may call`;
}

function catcherState(address: string): string {
  return address === 'elsewhere'
    ? 'caught, in another process'
    : `caught at ${address}; "parley simulator mails" lists it`;
}

function simulatorState({ simulator, simulatorBinds }: StartFacts): string {
  if (simulator === undefined) return 'no simulated operator (PARLEY_SIMULATOR=off)';
  if (simulator === 'elsewhere') return 'simulated operator, in another process';
  return simulatorBinds > 0
    ? `simulated operator, bound over SMPP at ${simulator}`
    : `simulated operator at ${simulator}, not bound yet`;
}
