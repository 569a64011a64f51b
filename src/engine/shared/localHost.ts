/** Which hosts are this machine or the networks at home or at work: what is asked of them costs nothing that a price table knows. */

export function isLocalHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host === 'host.docker.internal' || host.endsWith('.local') || /^(127|10)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^0\.0\.0\.0$/.test(host);
}
