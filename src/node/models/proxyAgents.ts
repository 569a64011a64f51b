/** The agents that speak with a proxy, loaded when there is one. Imported by name here: a bundle gives whoever loads a CommonJS module lazily only its default. */
export { HttpProxyAgent } from 'http-proxy-agent';
export { HttpsProxyAgent } from 'https-proxy-agent';
