/** The doctor of a running server. It reads whole tables: whoever asks while it looks hears what it finds then. */
import { errorSentence } from '#cli/error-sentence.ts';
import { examine } from '#doctor/examine.ts';
import type { Finding } from '#doctor/finding.ts';
import type { Common } from './common.ts';
import { type Diagnosed, diagnose } from './diagnostics.ts';

export type ServerDoctor = {
  examine(): Promise<readonly Finding[]>;
  diagnose(): Promise<object>;
};

export type DoctorNeeds = Pick<Common, 'config' | 'clock' | 'storage' | 'sealer'>;

export function openDoctor(common: DoctorNeeds, engines: Diagnosed): ServerDoctor {
  const { config, clock, storage, sealer } = common;
  const open = async () => ({ storage, sealer, [Symbol.asyncDispose]: async () => undefined });
  let looking: Promise<readonly Finding[]> | undefined;
  const once = (): Promise<readonly Finding[]> => {
    looking ??= examine({ config, clock, open, errorSentence, isServer: true }).finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return { examine: once, diagnose: () => diagnose(common, engines, once) };
}
