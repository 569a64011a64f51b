// A key and a certificate for 127.0.0.1 that nobody has signed but itself, made anew for each test: no key lies in the repository.
import { generateKeyPairSync, sign } from 'node:crypto';

type Der = Buffer;

export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(tag(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const name = sequence(tag(0x31, sequence(tag(0x06, Buffer.from('550403', 'hex')), tag(0x0c, Buffer.from('127.0.0.1')))));
  const validity = sequence(tag(0x17, Buffer.from('200101000000Z')), tag(0x17, Buffer.from('490101000000Z')));
  const address = sequence(tag(0x30, tag(0x06, Buffer.from('551d11', 'hex')), tag(0x04, sequence(tag(0x87, Buffer.from([127, 0, 0, 1]))))));
  const body = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))), tag(0x02, Buffer.from([1])), algorithm, name, validity, name,
    publicKey.export({ type: 'spki', format: 'der' }), tag(0xa3, address),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, tag(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function tag(id: number, ...content: readonly Der[]): Der {
  const body = Buffer.concat(content);
  const length = body.length < 128 ? [body.length] : body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([id, ...length]), body]);
}

function sequence(...content: readonly Der[]): Der {
  return tag(0x30, ...content);
}
