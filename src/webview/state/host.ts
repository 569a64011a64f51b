/** The page's only way to its host: typed messages out, and the state that survives a hidden or reloaded page. */
import type { FromPage } from '../protocol';

interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** VS Code puts it there, once a document. */
declare function acquireVsCodeApi(): VsCodeApi;

export interface Host {
  post(message: FromPage): void;
  load(): unknown;
  save(state: unknown): void;
}

export function connectHost(): Host {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    load: () => api.getState(),
    save: (state) => api.setState(state),
  };
}
