/** The app's additions to elements, as far as the plugin's screens use them (see the declarations of `obsidian`). */

interface Info {
  readonly cls?: string | string[];
  readonly text?: string | DocumentFragment;
  readonly attr?: Readonly<Record<string, string | number | boolean | null>>;
  readonly title?: string;
  readonly value?: string;
  readonly type?: string;
  readonly placeholder?: string;
  readonly href?: string;
  readonly prepend?: boolean;
}

function create(
  this: Node,
  tag: string,
  given?: Info | string,
  callback?: (element: HTMLElement) => void,
): HTMLElement {
  const element = document.createElement(tag);
  const info: Info = typeof given === 'string' ? { cls: given } : (given ?? {});
  const classes = Array.isArray(info.cls) ? info.cls : (info.cls ?? '').split(' ');
  element.classList.add(...classes.filter(Boolean));
  if (info.text !== undefined) element.append(info.text);
  for (const name of ['title', 'value', 'type', 'placeholder', 'href'] as const) {
    const value = info[name];
    if (value !== undefined) element.setAttribute(name, value);
  }
  setAttributes.call(element, info.attr ?? {});
  callback?.(element);
  if (info.prepend === true) this.insertBefore(element, this.firstChild);
  else this.appendChild(element);
  return element;
}

function setAttributes(this: Element, attributes: Readonly<Record<string, string | number | boolean | null>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) this.removeAttribute(name);
    else this.setAttribute(name, String(value));
  }
}

/** Gives every element the app's short ways; call once, before anything is drawn. */
export function extendElements(): void {
  const ofNode = {
    createEl: create,
    createDiv(this: Node, given?: Info | string, callback?: (element: HTMLElement) => void) {
      return create.call(this, 'div', given, callback);
    },
    createSpan(this: Node, given?: Info | string, callback?: (element: HTMLElement) => void) {
      return create.call(this, 'span', given, callback);
    },
    empty(this: Node) {
      this.textContent = '';
    },
    appendText(this: Node, text: string) {
      this.appendChild(document.createTextNode(text));
    },
    instanceOf(this: Node, type: new () => unknown) {
      return this instanceof type;
    },
  };
  const ofElement = {
    setText(this: Element, text: string | DocumentFragment) {
      this.replaceChildren(text);
    },
    addClass(this: Element, ...classes: string[]) {
      this.classList.add(...classes);
    },
    removeClass(this: Element, ...classes: string[]) {
      this.classList.remove(...classes);
    },
    toggleClass(this: Element, name: string, on: boolean) {
      this.classList.toggle(name, on);
    },
    setAttr(this: Element, name: string, value: string | number | boolean | null) {
      setAttributes.call(this, { [name]: value });
    },
    setAttrs: setAttributes,
  };
  add(Node.prototype, ofNode);
  add(Element.prototype, ofElement);
  Object.defineProperty(Node.prototype, 'doc', { get: () => document });
  Object.defineProperty(Node.prototype, 'win', { get: () => window });
  add(globalThis, {
    createFragment: (fill?: (fragment: DocumentFragment) => void) => {
      const fragment = document.createDocumentFragment();
      fill?.(fragment);
      return fragment;
    },
  });
}

function add(target: object, members: object): void {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}
