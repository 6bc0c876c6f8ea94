/** What a phone says in place of who has it: a sentence that is shipped with the program. */
import { readOwnFile } from '#core/own-files.ts';
import { readSound } from './sound-file.ts';

export type SampleLanguage = 'en' | 'fr';

/** Made by tools/make-prompts.ts of what stands in sentences/texts.json. */
export async function readSample(language: SampleLanguage): Promise<Int16Array> {
  const file = new URL(`sentences/sample-${language}.wav`, import.meta.url);
  const read = readSound(readOwnFile(file));
  if (!read.ok) throw new Error(`The sample in ${language} is no sound: ${read.refusal}`);
  return read.pcm;
}
