import { useEffect, useState } from "react";
import { pageOf, type Category, type ListState } from "./address.ts";
import { loadList, type List } from "./load.ts";

interface Lists {
  /** The list for the wanted state, or the previous one until it is loaded. */
  list: List;
  isLoading: boolean;
  /** Loads a list that will probably be wanted soon. */
  prepare: (state: ListState) => void;
}

/**
 * Loads the list for a state, each list once. If that fails, the browser goes to its page. `first` is the list of the page, and
 * `wanted` is undefined while no list is shown.
 */
export function useList(first: List, wanted: ListState | undefined, categories: Category[]): Lists {
  const [shown, setShown] = useState({ list: first, key: keyOf(first) });
  const [lists] = useState(() => new Map([[pageOf(first, categories), Promise.resolve(first)]]));
  const { category, page } = wanted ?? first;
  const key = keyOf({ category, page });
  const isLoading = !!wanted && key !== shown.key;

  const load = (state: ListState): Promise<List> => {
    const url = pageOf(state, categories);
    if (!url) return Promise.resolve({ ...state, lead: [], items: [], total: 1 });
    const list = lists.get(url) ?? loadList(url);
    lists.set(url, list);
    return list;
  };
  /** Loads a page, or the last one if the list has fewer pages. */
  const loadNearest = async (): Promise<List> => {
    const { total } = page > 1 ? await load({ category, page: 1 }) : { total: 1 };
    return load({ category, page: Math.min(page, total) });
  };
  useEffect(() => {
    if (!isLoading) return;
    let isWanted = true;
    loadNearest().then(
      (list) => isWanted && setShown({ list: { ...list }, key }),
      () => isWanted && location.replace(pageOf({ category, page }, categories) ?? location.href),
    );
    return () => {
      isWanted = false;
    };
  }, [isLoading, key]);
  // If this fails, so does the load when the list is wanted.
  const prepare = (state: ListState) => void load(state).catch(() => {});
  return { list: shown.list, isLoading, prepare };
}

const keyOf = ({ category, page }: ListState) => `${page} ${category}`;
