// A proxy as companies have them: forwards http, and tunnels whatever is asked for by CONNECT.
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';

export interface Proxy {
  readonly url: string;
  /** What it was asked, in order. */
  readonly asked: readonly string[];
  stop(): void;
}

/** Leads every host to one port of this machine. */
export async function startProxy(port: number): Promise<Proxy> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { pathname } = new URL(request.url ?? '');
    request.pipe(http.request({ host: '127.0.0.1', port, path: pathname, method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }));
  });
  server.on('connect', (request, socket: net.Socket) => {
    asked.push(`CONNECT ${request.url}`);
    const there = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      there.pipe(socket).pipe(there);
    });
    socket.on('error', () => there.destroy());
    there.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop: () => { server.closeAllConnections(); server.close(); } };
}
