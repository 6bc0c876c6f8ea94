/** What is read whole and asked for every message, and read again when anybody has changed it. */
import { must } from '#core/assert.ts';
import { Directory } from '#sms/directory.ts';
import { NumberDirectory } from '#sms/numbers/number-directory.ts';
import type { Common } from './common.ts';

export class ReferenceData {
  readonly #common: Common;
  #directory: Directory | undefined;
  #numbers: NumberDirectory | undefined;

  constructor(common: Common) {
    this.#common = common;
  }

  get directory(): Directory {
    return must(this.#directory, 'directory');
  }

  get numbers(): NumberDirectory {
    return must(this.#numbers, 'numbers');
  }

  /** Without the simulator its operator has no links at all. */
  async readDirectory(): Promise<Directory> {
    const { config, storage } = this.#common;
    const operators = {
      ...storage.operators,
      listOperators: async () =>
        (await storage.operators.listOperators()).filter(
          ({ builtIn }) => config.simulator || !builtIn,
        ),
    };
    this.#directory = await Directory.read({ operators });
    return this.#directory;
  }

  async readNumbers(): Promise<void> {
    this.#numbers = await NumberDirectory.read(this.#common.storage.numbers);
  }
}
