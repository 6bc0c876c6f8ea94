/** A mail relay that takes every mail but those for boxes whose name begins with "gone". */
import { ScriptedSmtp, type SmtpPeer } from '../scripted-smtp.ts';

export function openBusyRelay(): Promise<ScriptedSmtp> {
  return ScriptedSmtp.open(async (peer) => {
    peer.say('220 relay.example.net ready');
    for (let line = await peer.line(); line !== 'QUIT'; line = await peer.line()) {
      await answer(line, peer);
    }
    peer.say('221 bye');
    peer.drop();
  });
}

async function answer(line: string, peer: SmtpPeer): Promise<void> {
  if (line.startsWith('RCPT TO:<gone')) peer.say('550 5.1.1 no such user');
  else if (line !== 'DATA') peer.say('250 2.0.0 fine');
  else {
    peer.say('354 go on');
    await peer.mail();
    peer.say('250 2.0.0 taken');
  }
}
