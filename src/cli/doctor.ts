/** `parley doctor`: what the doctor finds on this machine, by the settings that the command is given. */
import { examine } from '#doctor/examine.ts';
import { inEnglish, tellFinding } from '#doctor/finding.ts';
import { command, type Outcome } from './command.ts';
import { errorSentence } from './error-sentence.ts';
import { findingsText } from './operations/server-text.ts';
import { toggle } from './option.ts';

export const doctor = command({
  name: 'doctor',
  sentence:
    'Looks at folder, disks, key, clock, ports, DNS, sending domains, database, money, binds, trunks, certificates, passkeys and what is late, and says what to do.',
  takes: {},
  options: {
    live: toggle(
      'Also speaks to others: mail servers or the relay, the public URL, and operators that are not bound.',
    ),
  },
  settings: 'all',
  hasJson: true,
  async run({ live }, context): Promise<Outcome> {
    const findings = (await examine({ ...context, errorSentence, isLive: live })).map(tellFinding);
    const isBad = findings.some(({ verdict }) => verdict === 'fail');
    const json = { ok: !isBad, findings: findings.map(inEnglish) };
    return { ok: true, text: findingsText({ findings }), json, isBad };
  },
});
