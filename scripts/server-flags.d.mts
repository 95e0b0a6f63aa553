export const STEADY_V8: string[];
export function serverFlags(cores?: number): string[];
export function serverEnvironment(): NodeJS.ProcessEnv;
