export function component(text: string): string;
