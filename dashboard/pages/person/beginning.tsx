/** How somebody who comes in signs in from then on: they choose a password, or let their device make a passkey. */
import { PasswordInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { type Answer, act } from '../../api/operate.ts';
import { knowsPasskeys, makePasskey } from '../../api/passkeys.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { commonTexts } from '../../texts/common.ts';
import { securityTexts } from '../../texts/security.ts';
import { fill } from '../../texts/texts.ts';
import { shortAgent } from './short-agent.ts';
import { whyNoPasskeys } from './why-no-passkeys.ts';

type Here = Answer<'sign-in look'>['passkeys'];
type Options = Answer<'setup propose-passkey'>;

export type Beginning = { readonly way: 'password' | 'passkey'; readonly password: string };

export const byPassword: Beginning = { way: 'password', password: '' };

type BeginningFieldsProps = {
  readonly beginning: Beginning;
  readonly change: (beginning: Beginning) => void;
  readonly charactersMin: number;
  readonly passkeys: Here;
};

export function BeginningFields(props: BeginningFieldsProps) {
  const { beginning, change, charactersMin, passkeys } = props;
  const texts = useTexts(securityTexts);
  const common = useTexts(commonTexts);
  const why = whyNoPasskeys(passkeys, texts);
  return (
    <Stack gap="sm">
      {why === undefined ? (
        <SegmentedControl
          aria-label={texts.way}
          fullWidth
          value={beginning.way}
          onChange={(way) => change({ ...beginning, way: way === 'passkey' ? way : 'password' })}
          data={[
            { value: 'password', label: common.password },
            { value: 'passkey', label: texts.passkey },
          ]}
        />
      ) : null}
      {beginning.way === 'passkey' ? (
        <Text size="sm">{texts.passkeyHow}</Text>
      ) : (
        <PasswordField beginning={beginning} change={change} charactersMin={charactersMin} />
      )}
      {why === undefined ? null : (
        <Text size="xs" c="dimmed">
          {why}
        </Text>
      )}
    </Stack>
  );
}

type PasswordFieldProps = Pick<BeginningFieldsProps, 'beginning' | 'change' | 'charactersMin'>;

export function PasswordField({ beginning, change, charactersMin }: PasswordFieldProps) {
  const texts = useTexts(securityTexts);
  const common = useTexts(commonTexts);
  return (
    <PasswordInput
      label={common.password}
      description={fill(texts.characters, { min: charactersMin })}
      autoComplete="new-password"
      value={beginning.password}
      onChange={(event) => change({ ...beginning, password: event.currentTarget.value })}
      required
    />
  );
}

type MadeTexts = Parameters<typeof makePasskey>[1];

/** What goes to the server, once the browser has made what was chosen. */
export async function bring(
  { way, password }: Beginning,
  propose: () => Promise<Options>,
  texts: MadeTexts,
) {
  if (way === 'password' || !knowsPasskeys()) return { password };
  const credential = await makePasskey(await propose(), texts);
  return { passkey: { name: shortAgent(navigator.userAgent), credential } };
}

export function proposeForSetup(body: { token: string; email: string }): Promise<Options> {
  return act('setup propose-passkey', body);
}

export function proposeForLink(body: { token: string; name: string }): Promise<Options> {
  return act('link propose-passkey', body);
}
