export function layoutFaults(): string[];
