/** `parley operator add`: an SMSC to bind to. */
import { operatorDefaults, operatorPasswordPlace } from '#sms/operator.ts';
import { operatorSettingTable, settingsConflict } from '#sms/operator-setting-table.ts';
import { actor } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import { givenSettings, readSettings, settingOptions } from './operator-options.ts';
import { passwordKind, readPassword } from './operator-password.ts';
import { operatorJson, operatorText } from './operator-view.ts';
import { maybe, needed } from './option.ts';
import { filePath, operatorName } from './written-values.ts';

const { host, port, systemId } = operatorSettingTable;

export const operatorAdd = command({
  name: 'operator add',
  sentence: 'Adds an operator; a running server binds to it at once.',
  takes: {},
  options: {
    name: needed(operatorName, 'NAME', 'What to call it here.'),
    host: needed(host.kind, host.shape, host.sentence),
    port: needed(port.kind, port.shape, port.sentence),
    systemId: needed(systemId.kind, systemId.shape, systemId.sentence),
    passwordFile: maybe(
      filePath,
      'FILE',
      'Holds the password, which else comes by standard input.',
    ),
    password: maybe(passwordKind, 'PASSWORD', 'The password itself, for all to see in ps.'),
    ...settingOptions('add', ['host', 'port', 'systemId']),
  },
  async run(values, { clock, open, readInput }) {
    const { name } = values;
    const given = givenSettings(values);
    const conflict = settingsConflict({ ...operatorDefaults, ...given }, given);
    if (conflict !== undefined) return misused(conflict);
    const read = await readSettings(given);
    if (!read.ok) return failed(read.problem);
    const settings = { ...operatorDefaults, ...read.settings };
    const reading = await readPassword({ ...values, readInput });
    if (!reading.ok) return misused(reading.problem);
    await using installation = await open();
    const operator = await installation.storage.operators.createOperator(
      {
        name,
        builtIn: false,
        state: 'active',
        settings,
        sealedPassword: installation.sealer.seal(reading.password, operatorPasswordPlace(name)),
        createdAtMs: clock.nowMs(),
      },
      actor,
    );
    if (operator === undefined) return failed(`There is an operator ${name} already`);
    const next = `Nothing goes there yet: parley route set --prefix 33 --operator ${name}\n`;
    return done(
      `${operatorText(operator)}${next}`,
      { operator: operatorJson(operator) },
      reading.warnings,
    );
  },
});
