/** What an operation answers that is a file, whole in memory: pages play or save it, commands write it. */
import { z } from 'zod';

export class FileAnswer {
  /** Under which people save it. */
  readonly name: string;
  readonly contentType: string;
  readonly octets: Buffer;
  /** Html for a frame of our pages, in which it runs nothing; all else is saved or played, and never shown. */
  readonly isFramed: boolean;
  /** Called when somebody takes it from its beginning: a player asks for one file in many ranges. */
  readonly taken: () => Promise<unknown>;

  constructor(
    file: Pick<FileAnswer, 'name' | 'contentType' | 'octets'> & { readonly isFramed?: boolean },
    taken: FileAnswer['taken'] = async () => undefined,
  ) {
    this.name = file.name;
    this.contentType = file.contentType;
    this.octets = file.octets;
    this.isFramed = file.isFramed ?? false;
    this.taken = taken;
  }
}

/** The output of such an operation. */
export const fileAnswer = z.instanceof(FileAnswer);

/** And of one whose file is text, which commands print where they are given no file. */
export const textAnswer = z.instanceof(FileAnswer);

type Answering = { readonly output: z.ZodType };

export function answersFile({ output }: Answering): boolean {
  return output === fileAnswer || output === textAnswer;
}

export function answersText({ output }: Answering): boolean {
  return output === textAnswer;
}
