/** `parley operator set`: changes the settings of an operator; its links follow within a second. */
import { operatorDefaults, operatorPasswordPlace } from '#sms/operator.ts';
import { settingsConflict } from '#sms/operator-setting-table.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import { findOperator, noOperator } from './find-operator.ts';
import { givenSettings, readSettings, settingOptions } from './operator-options.ts';
import { passwordKind, readPassword } from './operator-password.ts';
import { operatorJson, operatorText } from './operator-view.ts';
import { maybe, needed } from './option.ts';
import { filePath, operatorName } from './written-values.ts';

const nothingGiven = 'Say what to change, such as --window 20';

export const operatorSet = command({
  name: 'operator set',
  sentence: 'Changes settings of an operator; a running server follows at once.',
  takes: { name: needed(operatorName, 'NAME', 'The operator.') },
  options: {
    passwordFile: maybe(filePath, 'FILE', 'Holds a new password.'),
    password: maybe(passwordKind, 'PASSWORD', 'A new password, for all to see in ps.'),
    ...settingOptions('set'),
  },
  async run(values, { clock, open }) {
    const { name } = values;
    const read = await readSettings(givenSettings(values));
    if (!read.ok) return failed(read.problem);
    const password = await newPassword(values);
    if (!password.ok) return misused(password.problem);
    const changes = Object.keys(read.settings).length;
    if (changes === 0 && password.password === undefined) return misused(nothingGiven);
    await using installation = await open();
    const { operators } = installation.storage;
    const operator = await findOperator(name, installation.storage);
    if (operator === undefined) return noOperator(name);
    if (operator.builtIn) return failed(`${name} is built in: the server sets it at each start`);
    const settings = { ...operatorDefaults, ...operator.settings, ...read.settings };
    const conflict = settingsConflict(settings, read.settings);
    if (conflict !== undefined) return misused(conflict);
    const sealedPassword =
      password.password === undefined
        ? operator.sealedPassword
        : installation.sealer.seal(password.password, operatorPasswordPlace(name));
    const change = { settings, sealedPassword };
    await operators.setOperatorSettings(operator.id, change, authorNow(clock));
    const changed = { ...operator, settings };
    return done(operatorText(changed), { operator: operatorJson(changed) }, password.warnings);
  },
});

type Given = {
  readonly password: string | undefined;
  readonly passwordFile: string | undefined;
};

type NewPassword =
  | {
      readonly ok: true;
      readonly password: string | undefined;
      readonly warnings?: readonly string[] | undefined;
    }
  | { readonly ok: false; readonly problem: string };

/** Standard input is not asked: most changes are of something else. */
async function newPassword({ password, passwordFile }: Given): Promise<NewPassword> {
  if (password === undefined && passwordFile === undefined) return { ok: true, password };
  return readPassword({ password, passwordFile, readInput: async () => undefined });
}
