/** `parley doctor`: the operation on this machine, by the settings that the command is given, or in the running server. */
import { examine } from '#doctor/examine.ts';
import { inEnglish } from '#doctor/finding.ts';
import { examineAll, type ToldFindings, toldFindings } from '#doctor/server-operations.ts';
import { serverWords } from '#doctor/words.ts';
import { type CommandContext, command, failed, type Outcome } from './command.ts';
import { errorSentence } from './error-sentence.ts';
import { askServer, noServer } from './operations/ask-server.ts';
import { shownAsText } from './operations/shown.ts';
import { toggle } from './option.ts';

const { name } = examineAll;

export const doctor = command({
  name,
  sentence: serverWords.does.doctor.en,
  takes: {},
  options: {
    live: toggle(serverWords.fields.live.says),
    server: toggle('Lets the running server do the checks, with its own settings.'),
  },
  settings: 'all',
  hasJson: true,
  async run({ server, live }, context): Promise<Outcome> {
    const told = server
      ? await examineThere(live, context)
      : toldFindings(await examine({ ...context, errorSentence, isLive: live }));
    if (told === undefined) return failed(noServer);
    const json = { ok: told.ok, findings: told.findings.map(inEnglish) };
    return { ok: true, text: shownAsText(name, told), json, isBad: !told.ok };
  },
});

async function examineThere(
  isLive: boolean,
  { config }: CommandContext,
): Promise<ToldFindings | undefined> {
  const input = { live: isLive };
  const outcome = await askServer(config.dataFolder, { operation: name, input });
  return outcome?.ok === true ? (outcome.value as ToldFindings) : undefined;
}
