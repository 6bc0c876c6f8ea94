/** Domains of mailboxes that anybody may have: nobody sends for them but their owners. */
const names = new Set(
  [
    'gmail.com googlemail.com outlook.com outlook.fr hotmail.com hotmail.fr hotmail.co.uk live.com',
    'live.fr msn.com yahoo.com yahoo.fr yahoo.co.uk yahoo.de yahoo.es yahoo.it ymail.com aol.com',
    'icloud.com me.com mac.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net gmx.fr web.de',
    't-online.de freenet.de orange.fr wanadoo.fr free.fr sfr.fr neuf.fr bbox.fr laposte.net',
    'numericable.fr libero.it virgilio.it tiscali.it alice.it mail.ru bk.ru inbox.ru list.ru',
    'yandex.ru yandex.com rambler.ru qq.com 163.com 126.com sina.com naver.com daum.net',
    'comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net btinternet.com',
    'virginmedia.com sky.com bluewin.ch skynet.be telenet.be ziggo.nl kpnmail.nl seznam.cz wp.pl',
    'o2.pl onet.pl interia.pl uol.com.br bol.com.br terra.com.br fastmail.com zoho.com tutanota.com',
    'hey.com mailinator.com yopmail.com',
  ].flatMap((line) => line.split(' ')),
);

export function isMailboxProvider(domain: string): boolean {
  return names.has(domain);
}
