/** Why an attempt at another server failed, and what to do about it, by the code of its fault. `{status}` is that of HTTP. */
import type { Sentence } from './words.ts';

export const faultWords = {
  refused: {
    en: 'The server refused the connection. Check that it runs, and its host and port.',
    fr: 'Le serveur a refusé la connexion. Vérifiez qu’il tourne, ainsi que son hôte et son port.',
  },
  unanswered: {
    en: 'The server did not answer the connection. Check that it runs, and that no firewall blocks it.',
    fr: 'Le serveur n’a pas répondu à la connexion. Vérifiez qu’il tourne et qu’aucun pare-feu ne le bloque.',
  },
  'no-route': {
    en: 'No network route leads to the server. Check its host, and the network in between.',
    fr: 'Aucune route réseau ne mène au serveur. Vérifiez son hôte et le réseau qui y conduit.',
  },
  'no-name': {
    en: 'The server’s name has no address. Check the spelling of its host, and its DNS records.',
    fr: 'Le nom du serveur n’a pas d’adresse. Vérifiez l’orthographe de son hôte et ses enregistrements DNS.',
  },
  closed: {
    en: 'The server closed the connection. Check its log at this time.',
    fr: 'Le serveur a fermé la connexion. Consultez son journal à cette heure.',
  },
  silent: {
    en: 'The connection was open, but the server did not answer in time. Check its load and its log.',
    fr: 'La connexion était ouverte, mais le serveur n’a pas répondu à temps. Vérifiez sa charge et son journal.',
  },
  'no-tls': {
    en: 'The server did not finish the TLS handshake. Check that this port speaks TLS.',
    fr: 'Le serveur n’a pas terminé la négociation TLS. Vérifiez que ce port utilise TLS.',
  },
  'not-tls': {
    en: 'The TLS handshake failed. Check that this port speaks TLS, and TLS 1.2 or later.',
    fr: 'La négociation TLS a échoué. Vérifiez que ce port utilise TLS, en version 1.2 ou plus récente.',
  },
  'certificate-expired': {
    en: 'The server’s certificate has expired. Have it renewed.',
    fr: 'Le certificat du serveur a expiré. Faites-le renouveler.',
  },
  'certificate-early': {
    en: 'The server’s certificate is not valid yet. Check its dates and the clocks.',
    fr: 'Le certificat du serveur n’est pas encore valide. Vérifiez ses dates et les horloges.',
  },
  'certificate-self-signed': {
    en: 'The server’s certificate is self-signed. Install one of a public authority, or name its own authority in the settings.',
    fr: 'Le certificat du serveur est autosigné. Installez-en un d’une autorité publique, ou indiquez son autorité dans les réglages.',
  },
  'certificate-issuer': {
    en: 'The issuer of the server’s certificate is not known. Have the server send its whole chain, or name its own authority in the settings.',
    fr: 'L’autorité du certificat du serveur est inconnue. Faites envoyer la chaîne complète, ou indiquez son autorité dans les réglages.',
  },
  'certificate-name': {
    en: 'The server’s certificate is for another name. Use the host that the certificate names, or have it renewed.',
    fr: 'Le certificat du serveur est pour un autre nom. Utilisez l’hôte que nomme le certificat, ou faites-le renouveler.',
  },
  'certificate-not-pinned': {
    en: 'The server’s certificate is none of those that its settings name. Compare them, or have the right one installed.',
    fr: 'Le certificat du serveur n’est aucun de ceux que nomment ses réglages. Comparez-les, ou faites installer le bon.',
  },
  'forbidden-address': {
    en: 'The URL leads to an address that may not be contacted. Use a public address, or have the administrator allow this one.',
    fr: 'L’URL mène à une adresse interdite. Utilisez une adresse publique, ou faites autoriser celle-ci par l’administrateur.',
  },
  proxy: {
    en: 'The outbound proxy could not reach the server. Ask the administrator to check the proxy.',
    fr: 'Le proxy sortant n’a pas pu joindre le serveur. Demandez à l’administrateur de vérifier le proxy.',
  },
  'not-http': {
    en: 'The answer is not valid HTTP. Check which program listens at this port.',
    fr: 'La réponse n’est pas du HTTP valide. Vérifiez quel programme écoute sur ce port.',
  },
  unacknowledged: {
    en: 'The page did not answer with its acknowledgement. Have it answer ACK/Jasmin.',
    fr: 'La page n’a pas répondu par son accusé. Faites-lui répondre ACK/Jasmin.',
  },
  redirect: {
    en: 'The server answered with a redirect (HTTP {status}), which is not followed. Use the URL that it leads to.',
    fr: 'Le serveur a répondu par une redirection (HTTP {status}), qui n’est pas suivie. Utilisez l’URL à laquelle elle mène.',
  },
  unauthorized: {
    en: 'The server refused access (HTTP {status}). Check the signature, the credentials and the filters of the receiver.',
    fr: 'Le serveur a refusé l’accès (HTTP {status}). Vérifiez la signature, les identifiants et les filtres du destinataire.',
  },
  'not-found': {
    en: 'The server has nothing at this URL (HTTP {status}). Check the path of the URL.',
    fr: 'Le serveur n’a rien à cette URL (HTTP {status}). Vérifiez le chemin de l’URL.',
  },
  gone: {
    en: 'The server wants no more of this (HTTP 410), so the endpoint was disabled. Enable it when it listens again.',
    fr: 'Le serveur n’en veut plus (HTTP 410) : le point de terminaison a été désactivé. Réactivez-le quand il écoute de nouveau.',
  },
  overloaded: {
    en: 'The server asks for fewer requests (HTTP {status}). Lower the rate of the endpoint, or let it take more.',
    fr: 'Le serveur demande moins de requêtes (HTTP {status}). Baissez le débit du point de terminaison, ou faites-lui en accepter davantage.',
  },
  hopeless: {
    en: 'The endpoint received nothing for five days, so it was disabled. Enable it when it listens again.',
    fr: 'Le point de terminaison n’a rien reçu pendant cinq jours : il a été désactivé. Réactivez-le quand il écoute de nouveau.',
  },
  failing: {
    en: 'The server failed (HTTP {status}). Check its log at this time.',
    fr: 'Le serveur est en erreur (HTTP {status}). Consultez son journal à cette heure.',
  },
  rejected: {
    en: 'The server rejected the request (HTTP {status}). Check its log at this time.',
    fr: 'Le serveur a rejeté la requête (HTTP {status}). Consultez son journal à cette heure.',
  },
  'bind-refused': {
    en: 'The operator refused the bind. Check the system_id, the password, and how many binds it allows.',
    fr: 'L’opérateur a refusé la liaison. Vérifiez le system_id, le mot de passe et le nombre de liaisons permises.',
  },
  'bind-silent': {
    en: 'The operator did not answer the bind. Check that this port speaks SMPP, with or without TLS.',
    fr: 'L’opérateur n’a pas répondu à la demande de liaison. Vérifiez que ce port utilise SMPP, avec ou sans TLS.',
  },
  unbound: {
    en: 'The operator ended the bind. If this repeats, ask the operator why.',
    fr: 'L’opérateur a mis fin à la liaison. Si cela se répète, demandez-lui pourquoi.',
  },
  'link-silent': {
    en: 'The operator stopped answering on the open connection. Check the network, then ask the operator.',
    fr: 'L’opérateur ne répond plus sur la connexion ouverte. Vérifiez le réseau, puis interrogez l’opérateur.',
  },
  'stream-lost': {
    en: 'The server sent bytes that are not SMPP. Check host and port, and whether TLS is needed.',
    fr: 'Le serveur a envoyé des octets qui ne sont pas du SMPP. Vérifiez l’hôte, le port et le besoin de TLS.',
  },
} satisfies Readonly<Record<string, Sentence>>;

export type FaultCode = keyof typeof faultWords;
