/** What an email says, as its first recipient got it. */
import { useQuery } from '@tanstack/react-query';
import { askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { composeTexts } from '../../texts/compose.ts';
import { MailLook } from './mail-look.tsx';

export function EmailBody({ email }: { readonly email: number }) {
  const texts = useTexts(composeTexts);
  const account = useAccount().id;
  const query = useQuery({
    queryKey: ['mail body', account, email],
    queryFn: ({ signal }) => askIn(account, 'mail body', { email }, { signal }),
  });
  return (
    <Panel title={texts.look}>
      <QueryView query={query}>{(look) => <MailLook look={look} />}</QueryView>
    </Panel>
  );
}
