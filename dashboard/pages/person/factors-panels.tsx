/** What the person shows beside their password, or in its place: an app, passkeys, recovery codes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/operate.ts';
import { factorsKey, sessionChanged } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Panel } from '../../components/panel.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { securityTexts } from '../../texts/security.ts';
import { AppPanel } from './app-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { RecoveryPanel, ShownCodes } from './recovery-codes.tsx';

export function FactorsPanels() {
  const texts = useTexts(securityTexts);
  const queries = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const factors = useQuery({ queryKey: factorsKey, queryFn: () => ask('factor list', {}) });
  const { data, error } = factors;
  const changed = async () => {
    await queries.invalidateQueries({ queryKey: factorsKey });
    await sessionChanged();
  };
  if (data === undefined) {
    return (
      <Panel title={texts.factorTitle}>
        {error === null ? <Waiting rows={2} /> : null}
        {error === null ? null : (
          <FailedView failure={error} retry={() => void factors.refetch()} />
        )}
      </Panel>
    );
  }
  const panel = { factors: data, changed, show: setCodes };
  return (
    <>
      <PasskeysPanel {...panel} />
      <AppPanel {...panel} />
      {data.hasTotp || data.passkeys.length > 0 ? (
        <RecoveryPanel codesLeft={data.codesLeft} changed={changed} show={setCodes} />
      ) : null}
      <ShownCodes codes={codes} close={() => setCodes(undefined)} />
    </>
  );
}
