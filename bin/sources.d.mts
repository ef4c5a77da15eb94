export const IN_CLONE: boolean;
export const STAMP: string;
export function stampOfSources(): string;
export function isBuilt(): boolean;
export function hasBuild(): boolean;
export function canRunSources(): boolean;
