#!/usr/bin/python3
"""Press and read what a Qt program on $DISPLAY shows, through the accessibility bus (AT-SPI).

    feather-ui.py wait WHAT [SECONDS]       until it is shown
    feather-ui.py press WHAT                a button, check box, radio button, tab, menu or menu item
    feather-ui.py set WHAT TEXT             the text of a field
    feather-ui.py type WHAT TEXT            the same by mouse and keys, for a field whose program waits for keys
    feather-ui.py choose WHAT ITEM          an item of a combo box
    feather-ui.py get WHAT                  print its text (or its name, if it has no text)
    feather-ui.py shown WHAT                exit status 1: not shown
    feather-ui.py dump                      print the tree of all that is shown

WHAT is ROLE:NAME, or #ID: the name that the program's source gives to the widget. ROLE may be empty. NAME ends with * to match
the beginning. `WHAT|WHAT` is whichever is shown first. All commands but `shown` and `dump` wait for WHAT, 20 seconds if nothing
else is said. AT_SPI_BUS_ADDRESS says which bus.
"""

import sys
import time
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

# get_action_name and the like are called deprecated in favour of names that old versions have not got.
warnings.simplefilter("ignore")
STATE = Atspi.StateType


def is_shown(node):
    states = node.get_state_set()
    return states.contains(STATE.SHOWING) and states.contains(STATE.VISIBLE)


def children(node):
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None:
            yield child


def walk(node, depth=0):
    """All shown nodes, parents first. A node may vanish while it is being read."""
    for child in children(node):
        try:
            shown = is_shown(child)
        except GLib.Error:
            continue
        # An item of a closed menu is not shown, but it can be pressed.
        if shown or child.get_role() in (Atspi.Role.MENU_ITEM, Atspi.Role.MENU):
            yield depth, child
            try:
                yield from walk(child, depth + 1)
            except GLib.Error:
                continue


def windows():
    """Of all programs, the one that was opened last first: a dialog is before what opened it."""
    desktop = Atspi.get_desktop(0)
    for program in children(desktop):
        for window in reversed(list(children(program))):
            if is_shown(window):
                yield window


def identifier(node):
    return (node.get_accessible_id() or "").split(".")[-1]


def matches(node, what):
    if what.startswith("#"):
        return identifier(node) == what[1:]
    role, _, name = what.partition(":")
    if role and node.get_role_name() != role:
        return False
    shown = node.get_name().replace("&", "")
    return shown.startswith(name[:-1]) if name.endswith("*") else shown == name


def find(what):
    for window in windows():
        try:
            if matches(window, what):
                return window
            for _, node in walk(window):
                if matches(node, what):
                    return node
        except GLib.Error:
            continue
    return None


def wait(what, seconds=20.0):
    deadline = time.monotonic() + seconds
    while True:
        for one in what.split("|"):
            node = find(one)
            if node is not None:
                return node
        if time.monotonic() > deadline:
            sys.exit(f"feather-ui: not shown: {what}")
        time.sleep(0.2)


def click(node):
    """With the mouse: where a program listens to clicks, and not to changes."""
    box = Atspi.Component.get_extents(node, Atspi.CoordType.SCREEN)
    Atspi.generate_mouse_event(box.x + min(box.width, box.height) // 2, box.y + box.height // 2, "b1c")


def act(node):
    names = []
    if "Action" in node.get_interfaces():
        names = [Atspi.Action.get_action_name(node, i) for i in range(Atspi.Action.get_n_actions(node))]
    for name in ("Press", "ShowMenu"):
        if name in names:
            try:
                Atspi.Action.do_action(node, names.index(name))
            except GLib.Error:
                pass  # a menu item that opens a dialog answers when the dialog is closed
            return
    sys.exit(f"feather-ui: nothing to press: {node.get_role_name()}:{node.get_name()} has {names}")


def press(what):
    deadline = time.monotonic() + 20
    while True:
        node = wait(what)
        if node.get_state_set().contains(STATE.ENABLED) and node.get_state_set().contains(STATE.SENSITIVE):
            break
        if time.monotonic() > deadline:
            sys.exit(f"feather-ui: cannot be pressed: {what}")
        time.sleep(0.2)
    if node.get_role() in (Atspi.Role.RADIO_BUTTON, Atspi.Role.CHECK_BOX):
        click(node)
    else:
        act(node)


def text_of(node):
    if "Text" not in node.get_interfaces():
        return node.get_name()
    return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))


def set_text(what, value):
    node = wait(what)
    if "EditableText" not in node.get_interfaces() or not Atspi.EditableText.set_text_contents(node, value):
        sys.exit(f"feather-ui: takes no text: {what}")
    if text_of(node) != value:
        sys.exit(f"feather-ui: {what} has {text_of(node)!r} instead of {value!r}")


def type_text(what, value):
    set_text(what, "")
    node = wait(what)
    click(node)
    Atspi.generate_keyboard_event(0, value, Atspi.KeySynthType.STRING)
    deadline = time.monotonic() + 10
    while text_of(node) != value:
        if time.monotonic() > deadline:
            sys.exit(f"feather-ui: {what} has {text_of(node)!r} instead of {value!r}")
        time.sleep(0.1)


def choose(what, item):
    node = wait(what)
    for _ in range(2):
        stack = [node]
        while stack:
            one = stack.pop()
            if one.get_name() == item and one.get_role() == Atspi.Role.LIST_ITEM:
                parent = one.get_parent()
                if "Selection" in parent.get_interfaces() and Atspi.Selection.select_child(
                    parent, one.get_index_in_parent()
                ):
                    return
                act(one)
                return
            stack.extend(children(one))
        act(node)
        time.sleep(0.5)
    sys.exit(f"feather-ui: no item {item} in {what}")


def dump():
    for window in windows():
        print(f"{window.get_role_name()}:{window.get_name()}")
        for depth, node in walk(window, 1):
            states = node.get_state_set()
            flags = "".join(
                letter
                for letter, state in (("c", STATE.CHECKED), ("f", STATE.FOCUSED), ("e", STATE.EDITABLE))
                if states.contains(state)
            )
            if not states.contains(STATE.SENSITIVE):
                flags += "-"
            text = node.get_name()
            if text_of(node) != text:
                text += " = " + text_of(node)
            print(f"{'  ' * depth}{node.get_role_name()}:{text!r} #{identifier(node)} {flags}")


def main(arguments):
    Atspi.init()
    match arguments:
        case ["wait", what]:
            wait(what)
        case ["wait", what, seconds]:
            wait(what, float(seconds))
        case ["press", what]:
            press(what)
        case ["set", what, value]:
            set_text(what, value)
        case ["type", what, value]:
            type_text(what, value)
        case ["choose", what, item]:
            choose(what, item)
        case ["get", what]:
            print(text_of(wait(what)))
        case ["shown", what]:
            sys.exit(0 if any(find(one) for one in what.split("|")) else 1)
        case ["dump"]:
            dump()
        case _:
            sys.exit(__doc__)


main(sys.argv[1:])
