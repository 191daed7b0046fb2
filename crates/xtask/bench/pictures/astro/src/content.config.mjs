import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { z } from "astro/zod";
const posts = defineCollection({
  loader: glob({ pattern: "*.md", base: "./src/posts" }),
  schema: ({ image }) => z.object({ title: z.string(), description: z.string(), date: z.coerce.date(), category: z.string(), photo: image().optional() }),
});
export const collections = { posts };
