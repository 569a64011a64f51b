/** What the debug adapter says that it can do. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { exceptionFilters } from './exceptionFilters';

export const capabilities: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true, supportsConditionalBreakpoints: true, supportsHitConditionalBreakpoints: true, supportsLogPoints: true,
  supportsDataBreakpoints: true, supportsStepBack: true, supportsSetVariable: true, supportsRestartFrame: true, supportsGotoTargetsRequest: true, supportsEvaluateForHovers: true,
  supportsCompletionsRequest: true, completionTriggerCharacters: ['.'], supportsTerminateRequest: true, supportTerminateDebuggee: true,
  supportsExceptionInfoRequest: true,
  exceptionBreakpointFilters: exceptionFilters.map((each) => ({ ...each, default: false })),
};
