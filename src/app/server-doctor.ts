/** The doctor of a running server. It reads whole tables: a caller who asks for the same meanwhile hears what it finds then. */
import { errorSentence } from '#cli/error-sentence.ts';
import { examine } from '#doctor/examine.ts';
import type { Finding } from '#doctor/finding.ts';
import type { ServerPorts } from '#doctor/server-operations.ts';
import type { Common } from './common.ts';
import { type Diagnosed, diagnose } from './diagnostics.ts';

export type ServerDoctor = Omit<ServerPorts['server'], 'settings'>;

export type DoctorNeeds = Pick<Common, 'config' | 'clock' | 'storage' | 'sealer'>;

export function openDoctor(common: DoctorNeeds, engines: Diagnosed): ServerDoctor {
  const { config, clock, storage, sealer } = common;
  const open = async () => ({ storage, sealer, [Symbol.asyncDispose]: async () => undefined });
  const looking = new Map<boolean, Promise<readonly Finding[]>>();
  const once = (isLive: boolean): Promise<readonly Finding[]> => {
    const look =
      looking.get(isLive) ??
      examine({ config, clock, open, errorSentence, isServer: true, isLive }).finally(() => {
        looking.delete(isLive);
      });
    looking.set(isLive, look);
    return look;
  };
  return { examine: once, diagnose: () => diagnose(common, engines, () => once(false)) };
}
